import type { Event, Step } from './events.ts';
import type { History } from './history.ts';
import { PROVIDERS } from './outside/provider.ts';
import type { Setting } from './setting.ts';

const provider = (index: number): string => `the ${PROVIDERS[index % PROVIDERS.length]} provider`;
const process = (index: number): string => `process ${index + 1}`;
const times = (count: number): string => (count === 1 ? '' : `, ${count} times at once`);

const length = (seconds: number): string => {
  if (seconds < 120) return `${seconds} seconds`;
  return seconds % 3600 === 0 ? `${seconds / 3600} hours` : `${Math.floor(seconds / 60)} minutes`;
};

const describeEvent = (event: Event): string => {
  switch (event.is) {
    case 'pay':
      return `${process(event.process)} pays quote ${event.quote + 1}${event.key === 0 ? '' : ` under key ${event.key}`}${times(event.times)}`;
    case 'pay all':
      return `${process(event.process)} pays every quote`;
    case 'pay another’s':
      return `${process(event.process)} is asked to pay quote ${event.quote + 1} by the other company`;
    case 'payer':
      return `the payer of session ${event.session + 1}: ${event.act}`;
    case 'all payers confirm':
      return event.is;
    case 'opening':
      return `the next opening at ${provider(event.provider)}: ${event.script}`;
    case 'lost':
      return `the next ${event.of} at ${provider(event.provider)}: its ${event.what} is lost`;
    case 'late opening arrives':
      return `a late opening arrives at ${provider(event.provider)}`;
    case 'notice':
      return `${process(event.process)} is notified by ${provider(event.provider)} of its notification ${event.which + 1}${times(event.times)}`;
    case 'forged notice':
      return `${process(event.process)} is notified by a forger`;
    case 'foreign notice':
      return `${process(event.process)} is notified by ${provider(event.provider)} of another shop’s payment`;
    case 'malformed':
      return `session ${event.session + 1} from the end at ${provider(event.provider)} is ${event.how}`;
    case 'well formed':
      return `every session at ${provider(event.provider)} is shown as it should be`;
    case 'malformed notice':
      return `${process(event.process)} is notified by ${provider(event.provider)}: ${event.how}`;
    case 'job':
      return `${process(event.process)} begins the job ${event.job}`;
    case 'provider':
      return `${provider(event.provider)} is ${event.turns} from now on`;
    case 'expiring':
      return `${provider(event.provider)} ${event.works ? 'expires' : 'does not expire'} sessions from now on`;
    case 'refunding':
      return `${provider(event.provider)} ${REFUNDING[String(event.works)]} from now on`;
    case 'switch':
      return 'new payments are opened with the other provider from now on';
    case 'authority':
      return `the authority is ${event.turns} from now on`;
    case 'certificate call lost':
      return `the next ${event.of} at the authority: its ${event.what} is lost`;
    case 'request':
      return `the next request for a certificate: ${event.script}`;
    case 'documents':
      return `the store of documents is ${event.broken ? 'broken' : 'mended'}`;
    case 'operator':
      return `an operator at ${process(event.process)}: ${event.does}`;
    case 'time':
      return `${length(event.seconds)} go by${PASSING[event.of]}`;
    case 'death':
      return `${process(event.process)} dies, and starts anew`;
    case 'store lost':
      return `${process(event.process)} loses the store at its next commit, which is ${event.kept ? 'kept' : 'not kept'}`;
  }
};

const REFUNDING: Readonly<Record<string, string>> = {
  true: 'gives money back',
  false: 'refuses to give money back',
  unsupported: 'cannot give money back',
};
const PASSING = { all: '', business: ' on the business clock', leases: ' in real time' } as const;

const describeSetting = ({ begins, zone, duration, ahead, life, ...setting }: Setting): string =>
  [
    `It begins at ${begins} in ${zone}; ${duration} months from ${ahead === 0 ? 'today' : `${ahead} days later`}; a session lives ${life} minutes`,
    ...(setting.modestFirst ? ['the modest provider opens at first'] : []),
    ...(setting.skew === 0 ? [] : [`process 2 is ${setting.skew} seconds ahead`]),
    ...(setting.crowded ? ['a crowd of quotes'] : []),
    ...(setting.tellsDebits ? [] : ['no debit is told']),
    ...(setting.tellsTimes ? [] : ['no time of payment is told']),
    ...(setting.payersPay ? ['in the end, payers pay'] : []),
    ...(setting.notified ? ['in the end, providers notify'] : []),
    ...(setting.stalls ? ['what is under way at the authority and at a provider that tells it stays so'] : []),
  ].join('; ');

const describeTurns = ({ turns, order }: Step): string =>
  turns === 0
    ? ''
    : `; ${turns > 100 ? 'to the end' : `${turns} turn${turns === 1 ? '' : 's'}`}${order === 0 ? '' : ` in order ${order}`}`;

/** A history in words, a line for each step, with the time at which it happens. */
export const describeHistory = ({ steps, ...setting }: History, times: readonly string[]): readonly string[] => [
  describeSetting(setting),
  ...steps.map((step, index) => {
    const time = times[index]?.slice(11, 19) ?? '  never ';
    return `  ${time} ${describeEvent(step.event)}${describeTurns(step)}`;
  }),
  '  then all trouble ends, and time goes by',
];
