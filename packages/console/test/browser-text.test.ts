import { expect } from 'chai';
import { browserText } from '../src/words/browser.ts';

describe('the browser of a session', () => {
  it('is named as people know it, with its system', () => {
    const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
    for (const [header, text] of [
      [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome, Linux'],
      [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`, 'Edge, Windows'],
      [`Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
      ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1', 'Safari, iPhone'],
      ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox, macOS'],
      ['curl/8.5.0', 'curl/8.5.0'],
    ] as const)
      expect(browserText(header), header).to.equal(text);
  });
});
