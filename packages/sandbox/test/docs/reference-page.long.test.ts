import axe from 'axe-core';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { apiWorld, type World } from '../api/world.ts';
import { launchBrowser, SIZES } from '../console/in-browser.ts';

/** Faults of Scalar's own elements, which no option changes. */
const OF_SCALAR = {
  exclude: [['.code-input-lite__editor']],
  rules: { 'landmark-unique': { enabled: false } },
};

/** Scalar measures elements with style attributes, which the policy refuses. It works without them. */
const isOfMeasuring = (text: string): boolean => text.includes('style attributes');

describe('the reference page', function () {
  this.timeout(120_000);
  let world: World;
  let browser: Browser | undefined;
  const complaints: string[] = [];

  before(async function () {
    browser = await launchBrowser();
    if (!browser) return this.skip();
    world = await apiWorld();
  });
  after(async () => {
    await browser?.close();
    await world?.stop();
  });
  afterEach(() => expect(complaints.splice(0)).to.deep.equal([]));

  const open = async (options: object = {}): Promise<Page> => {
    if (!browser) throw new Error('the browser has gone');
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => {
      if (message.type() !== 'info' && !isOfMeasuring(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== world.baseUrl)
        complaints.push(`a request to ${request.url()}`);
    });
    await page.goto(`${world.baseUrl}/docs`);
    await page.getByRole('heading', { name: 'Vehicle insurance API' }).waitFor();
    return page;
  };

  // Proves: reference-page
  it('is accessible at both sizes in light and dark mode, and sends nothing to another server', async () => {
    for (const viewport of SIZES)
      for (const colorScheme of ['light', 'dark'] as const) {
        const look = `${viewport.width}, ${colorScheme}`;
        const page = await open({ viewport, colorScheme });
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), look).to.be.at.most(0);
        expect(complaints.splice(0), look).to.deep.equal([]);
        // The page renders each endpoint when it is near.
        await page.goto(`${world.baseUrl}/docs#tag/vehicles/POST/vehicle`);
        await page.getByRole('heading', { name: 'Register a vehicle' }).waitFor();
        await page.evaluate(axe.source);
        const { exclude, rules } = OF_SCALAR;
        const options = JSON.stringify([{ exclude }, { resultTypes: ['violations'], rules }]).slice(1, -1);
        const violations = await page.evaluate(
          `axe.run(${options}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
        );
        expect(violations, look).to.deep.equal([]);
        await page.context().close();
      }
  });

  it('shows the guides and samples in several languages, and sends a request with the caller’s key', async () => {
    const page = await open();
    for (const guide of ['From quote to certificate', 'Authentication', 'Idempotency', 'States of a payment', 'Errors'])
      await page.getByRole('heading', { name: guide, exact: true }).waitFor();
    await page.goto(`${world.baseUrl}/docs#tag/vehicles/POST/vehicle`);
    const languages = page.getByRole('button', { name: /Curl$/ }).first();
    await languages.click();
    for (const language of ['Guzzle', 'Requests']) await page.getByRole('option', { name: language }).waitFor();
    await page.getByRole('option', { name: '@vehicle-insurance/client' }).click();
    await page.getByText('client.registerVehicle(').waitFor();

    await page.getByLabel('Value').first().fill(world.apiKey);
    await page.goto(`${world.baseUrl}/docs#tag/coverages/GET/coverage`);
    await page.getByRole('button', { name: /Test Request.*coverage/ }).click();
    await page.getByRole('button', { name: /^Send get/ }).click();
    await page.getByRole('dialog').getByText('200 OK').waitFor();
  });
});
