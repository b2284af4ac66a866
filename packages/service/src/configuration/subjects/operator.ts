import { subject } from '../subject.ts';
import { text } from '../variable.ts';

/** Who works with the operator's command. */
export const OPERATOR = subject({
  title: "The operator's command",
  properties: {
    OPERATOR: text('Who runs the command, as the history will name them. Default: the account it runs under.'),
  },
});
