import { unknown } from '@vehicle-insurance/core';
import { around } from '../ports.ts';

export const LOST = ['call', 'answer'] as const;
export type Lost = (typeof LOST)[number];

export const losing = (saw: (what: string) => void) => {
  const lost = new Map<string, Lost>();
  return {
    lose: (call: string, what: Lost): void => void lost.set(call, what),
    spare: (): void => lost.clear(),
    losable: <Port extends object>(port: Port, names: readonly (keyof Port)[]): Port =>
      around(port, names, (call, name) => async (...given) => {
        const what = lost.get(name as string);
        if (lost.delete(name as string)) [`lost: ${String(name)}`, `lost: its ${what}`].forEach(saw);
        const answer = what === 'call' ? undefined : await call(...given);
        return what === undefined
          ? answer
          : unknown({ code: 'no_answer', of: 'provider', failure: what === 'call' ? 'no connection' : 'time-out' });
      }),
  };
};
