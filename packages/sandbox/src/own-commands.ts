/** The published package contains JavaScript. In the repository, the TypeScript sources run. */
const isPublished = import.meta.url.endsWith('.js');

/** The command that starts the sandbox, for messages. */
export const START = isPublished ? 'npx @vehicle-insurance/sandbox' : 'npm start';

/** The start command, ready for options. */
export const START_WITH = isPublished ? START : `${START} --`;

/** The operator's command on the sandbox, for messages. */
export const OPERATOR = isPublished ? `${START} operator` : 'npm run -s operator --';
