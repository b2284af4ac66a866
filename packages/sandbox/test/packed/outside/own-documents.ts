// A custom adapter and its port's contract suite, in Node's own test runner.
import { describe, it } from 'node:test';
import { Err, Ok, type Documents, type StoredDocument } from '@vehicle-insurance/core';
import { at, clockAt, describeContract, documentsContract } from '@vehicle-insurance/testkit';

/** Documents in a map. If `forgetful`, it loses documents, which the contract suite must detect. */
const mapDocuments = ({ forgetful }: { readonly forgetful: boolean }) => {
  const files = new Map<string, StoredDocument>();
  const state = { broken: false };
  const documents: Documents = {
    put: async (document) => {
      if (state.broken) return Err({ code: 'storage_unavailable' });
      if (!forgetful) files.set(document.key, document);
      return Ok(undefined);
    },
    read: async (key) => {
      if (state.broken) return Err({ code: 'storage_unavailable' });
      const file = files.get(key);
      return file ? Ok(file) : Err({ code: 'document_missing' });
    },
    remove: async (key) => {
      if (state.broken) return Err({ code: 'storage_unavailable' });
      files.delete(key);
      return Ok(undefined);
    },
    link: async (key) => `https://documents.example/${key}`,
  };
  return { documents, state };
};

const make = () => {
  const { documents, state } = mapDocuments({ forgetful: process.argv.includes('--forgetful') });
  const breakStore = async () => {
    state.broken = true;
    return async () => {
      state.broken = false;
    };
  };
  return { documents, clock: clockAt(at('2026-11-02T09:00:00.000Z')), breakStore };
};

describeContract(documentsContract, 'a map', make, { describe, it });
