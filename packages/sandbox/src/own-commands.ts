/** The published package contains JavaScript; the repository runs the sources. */
const isPublished = import.meta.url.endsWith('.js');

/** The command that starts the sandbox, for messages. */
export const START = isPublished ? 'npx @vehicle-insurance/sandbox' : 'npm start';

/** The command that starts the sandbox, ready for options. */
export const START_WITH = isPublished ? START : `${START} --`;

/** The operator's command on the sandbox, for messages. */
export const OPERATOR = isPublished ? `${START} operator` : 'npm run -s operator --';
