import { fieldsOf, textIn, webAddress } from '@vehicle-insurance/http-client';
import { expect } from 'chai';

describe('the fields of a response', () => {
  it('are empty if the response is not an object', () => {
    for (const value of [null, undefined, 'text', 7, [{ id: '1' }]]) expect(fieldsOf(value)).to.deep.equal({});
    expect(fieldsOf({ id: '1' })).to.deep.equal({ id: '1' });
  });

  it('are read as text only if they are non-empty strings', () => {
    expect(textIn({ id: '1' }, 'id')).to.equal('1');
    for (const id of ['', 7, null, {}]) expect(textIn({ id }, 'id')).to.equal(null);
    expect(textIn({}, 'constructor')).to.equal(null);
  });

  it('are read as an address only if they are absolute web addresses', () => {
    expect(webAddress('https://pay.example/c/1')).to.equal('https://pay.example/c/1');
    for (const text of ['javascript:alert(1)', 'xhttps://pay.example', 'file:///etc/passwd', '/c/1', '', null])
      expect(webAddress(text)).to.equal(null);
  });
});
