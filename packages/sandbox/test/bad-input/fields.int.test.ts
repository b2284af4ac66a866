import { LARGEST_DOCUMENT } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { blamed, JSON_TYPE, jsonOf, short } from '../../../http/test/bad-input/bad-world.ts';
import { badTexts, FORM_TYPE, formOf, partsOf } from '../../../http/test/bad-input/form.ts';
import { OPERATIONS } from '../../../http/test/bad-input/operations.ts';
import { BAD, GOOD, goodValues, isId, outOfBounds, TOO_DEEP, wrongTypes } from '../../../http/test/bad-input/values.ts';
import { openBadSandbox, type BadSandbox } from './bad-sandbox.ts';

const WITH_BODY = OPERATIONS.flatMap((operation) => (operation.body ? [{ ...operation, body: operation.body }] : []));

/**
 * Every value of every field of every body the document describes, one at a time in a request that is good otherwise.
 */
describe('every field of every body', function () {
  this.timeout(60_000);
  let world: BadSandbox;
  let untouched: object;
  before(async () => {
    world = await openBadSandbox();
  });
  after(() => world.stop());

  it('is one the document has, where a field has values of its own', () => {
    const names = WITH_BODY.flatMap(({ body }) => body.map(({ name }) => name));
    expect(names).to.include.members([...Object.keys(BAD), ...Object.keys(GOOD)]);
  });

  describe('when it is bad, is refused by its name, and leaves nothing behind:', () => {
    beforeEach(async () => {
      untouched = await world.traces();
    });
    afterEach(async () => {
      expect(await world.traces()).to.deep.equal(untouched);
    });

    for (const operation of WITH_BODY)
      for (const field of operation.body) {
        const unknown = isId(field) ? `404 ${field.name.replace(/Id$/, '')}_not_found` : `400 ${field.name}`;
        const answerTo = (body: string | Uint8Array, headers: Readonly<Record<string, string>>) =>
          world.send({ method: operation.method, path: world.pathOf(operation), headers, body });

        // Proves: vehicle-bounds, text-normalised
        it(`${operation.name}: ${field.name}`, async () => {
          const { [field.name]: _, ...others } = world.bodyOf(operation);
          const told = async (value: string, expected: string) =>
            expect(
              blamed(await answerTo(jsonOf({ ...others, [field.name]: value }), JSON_TYPE)),
              short(value),
            ).to.equal(expected);
          for (const value of wrongTypes(field)) await told(value, `400 ${field.name}`);
          await told(TOO_DEEP, '400 body');
          for (const value of outOfBounds(field)) await told(value, unknown);
          if (field.required)
            expect(blamed(await answerTo(jsonOf(others), JSON_TYPE)), 'left out').to.equal(`400 ${field.name}`);
        });

        if (operation.form)
          it(`${operation.name}: ${field.name}, in a form`, async () => {
            const others = partsOf(world.bodyOf(operation)).filter(({ name }) => name !== field.name);
            for (const content of badTexts(field)) {
              const answer = await answerTo(formOf([...others, { name: field.name, content }]), FORM_TYPE);
              expect(blamed(answer), short(content)).to.equal(`400 ${field.name}`);
            }
          });
      }
  });

  describe('at each bound, or odd, is taken all the same:', () => {
    for (const operation of WITH_BODY)
      for (const field of operation.body)
        // Proves: vehicle-bounds, text-normalised
        it(`${operation.name}: ${field.name}`, async () => {
          for (const value of goodValues(field)) {
            const { status, text } = await world.send({
              method: operation.method,
              path: world.pathOf(operation),
              headers: JSON_TYPE,
              body: jsonOf({ ...world.bodyOf(operation), [field.name]: value }),
            });
            expect(status, `${short(value)}: ${text}`).to.be.within(200, 299);
            await world.forgetExternalId(text);
          }
        });
  });

  it('and a document of any size up to ten megabytes, whatever it is called, is taken', async () => {
    const [register] = WITH_BODY.filter(({ form }) => form);
    const names = ['../../../etc/passwd', 'CON', '\u202efdp.exe', '😀'.repeat(200), 'a%00b.pdf', ''];
    for (const [fileName, size] of [
      ...names.map((name) => [name, 9] as const),
      ['card.pdf', LARGEST_DOCUMENT] as const,
    ]) {
      const document = { name: 'registrationDocument', fileName, content: Buffer.alloc(size, '%PDF-1.7\n') };
      const body = formOf([...partsOf(world.bodyOf(register!)), document]);
      const { status, text } = await world.send({ method: 'POST', path: '/vehicle', headers: FORM_TYPE, body });
      expect(status, text).to.equal(201);
      expect(JSON.parse(text)).to.include({ hasRegistrationDocument: true });
    }
  });

  describe('in a request that is good', () => {
    for (const operation of WITH_BODY)
      it(`is taken by ${operation.name}`, async () => {
        const { status, text } = await world.send({
          method: operation.method,
          path: world.pathOf(operation),
          headers: JSON_TYPE,
          body: jsonOf({ ...world.bodyOf(operation), unknown: `${'['.repeat(9_000)}${']'.repeat(9_000)}` }),
        });
        expect(status, text).to.be.within(200, 299);
      });
  });
});
