import { clockAt, memoryDocuments, SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { withScriptedOutage } from '../src/scripted-outage.ts';

describe('the document store of a sandbox', () => {
  it('stores every file except the one with the scripted outage', async () => {
    const documents = withScriptedOutage(memoryDocuments({ clock: clockAt(SOME_MORNING) }));
    const pdf = (key: string) => ({ key, type: 'application/pdf', bytes: new Uint8Array(8) }) as const;
    expect((await documents.put(pdf('a'), 'storage-outage.pdf')).unwrapErr().code).to.equal('storage_unavailable');
    expect((await documents.read('a')).unwrapErr().code).to.equal('document_missing');
    expect((await documents.put(pdf('a'), 'registration.pdf')).isOk()).to.equal(true);
    expect((await documents.read('a')).isOk()).to.equal(true);
  });
});
