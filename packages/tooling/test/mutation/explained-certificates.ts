import type { Explained } from './report.ts';

const FOLDER = 'core/src/use-cases/certificate';

/** Survivors among certificates and companies. */
export const EXPLAINED_CERTIFICATES: readonly Explained[] = [
  {
    mutant: {
      file: `${FOLDER}/record-answer.ts`,
      line: "const UNDECIDED = 'the authority has decided nothing yet';",
      text: "'the authority has decided nothing yet'",
      instead: '""',
    },
    why: 'The request keeps its status and the answer is no news, so that no line of its history is made.',
  },
  {
    mutant: {
      file: `${FOLDER}/record-answer.ts`,
      line: "return adopted.error.code === 'certificate_not_ours' ? adopted.error.why : undefined;",
      text: "adopted.error.code === 'certificate_not_ours'",
      instead: 'true',
    },
    why: 'The other refusals have no `why`, so that reading it gives undefined as well: the code is asked for by the types.',
  },
  {
    mutant: {
      file: `${FOLDER}/ask-authority.ts`,
      line: "return found.is === 'unknown' && found.why === NO_LOOK_UP ? said : found;",
      text: "found.is === 'unknown'",
      instead: 'true',
    },
    why: 'Only an answer that is unknown has this `why`: what it is, is asked for by the types.',
  },
  {
    mutant: {
      file: `${FOLDER}/certificate-subject.ts`,
      line: 'return request && contract && { contract, request, vehicle };',
      text: 'request && contract',
      instead: 'request || contract',
    },
    why: 'A contract and its request are written in one transaction and neither is ever removed, so that no store has one without the other. That both are missing is tested.',
  },
];
