import { ABIDJAN, isPolicyNumberFormat } from '@vehicle-insurance/core';
import { section } from '../section.ts';
import { text } from '../variable.ts';

/** Who insures, and how policies are numbered and dated. */
export const INSURER = section({
  title: 'The insurer',
  properties: {
    INSURANCE_COMPANY: text("The insurer's name, as certificates show it.", {
      default: 'Assurances du bac à sable',
      needed: true,
    }),
    POLICY_NUMBER_FORMAT: text('How policy numbers look; must contain {company} and {ordinal}.', {
      default: 'VI-{company:4}-{year}-{ordinal:6}',
    }),
    TIME_ZONE: text('The zone whose calendar decides what today is.', { default: ABIDJAN }),
  },
  invalid: ({ TIME_ZONE, POLICY_NUMBER_FORMAT }) => [
    ...(TIME_ZONE === undefined || isTimeZone(TIME_ZONE)
      ? []
      : ['TIME_ZONE must be the name of a time zone, such as Africa/Abidjan.']),
    ...(POLICY_NUMBER_FORMAT === undefined || isPolicyNumberFormat(POLICY_NUMBER_FORMAT)
      ? []
      : ['POLICY_NUMBER_FORMAT must contain {company} and {ordinal}, so that no number is given twice.']),
  ],
});

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
