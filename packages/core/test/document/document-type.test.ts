import { expect } from 'chai';
import { DOCUMENT_TYPES, documentTypeOf, withExtension } from '../../src/domain/document/document-type.ts';

describe('a document’s type', () => {
  const images = { 'image/jpeg': '\xff\xd8\xff\xe0', 'image/png': '\x89PNG\r\n\x1a\n' };
  const signatures = { 'application/pdf': '%PDF-1.7', ...images };
  const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

  for (const type of DOCUMENT_TYPES)
    it(`is ${type} only if all leading bytes match`, () => {
      const bytes = bytesOf(signatures[type]);
      expect(documentTypeOf(bytes)).to.equal(type);
      for (const at of [0, 1, 2]) expect(documentTypeOf(bytes.with(at, 0)), `byte ${at}`).to.equal(undefined);
    });

  it('is shown by the extension of its name, which is never doubled', () => {
    expect(withExtension('certificate', 'image/png')).to.equal('certificate.png');
    expect(withExtension('certificate', 'image/jpeg')).to.equal('certificate.jpg');
    expect(withExtension('carte grise.pdf', 'application/pdf')).to.equal('carte grise.pdf');
    expect(withExtension('.pdf of mine', 'application/pdf')).to.equal('.pdf of mine.pdf');
  });
});
