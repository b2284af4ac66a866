import { ABIDJAN, hasBidirectionalControl, policyNumberFormatProblem } from '@vehicle-insurance/core';
import { section } from '../section.ts';
import { text, whole } from '../variable.ts';

export const INSURER = section({
  title: 'The insurer',
  properties: {
    INSURANCE_COMPANY: text("The insurer's name, as printed on certificates.", {
      default: 'Assurances du bac à sable',
      needed: true,
    }),
    POLICY_NUMBER_FORMAT: text(
      'Format of policy numbers. It must contain {company} and {ordinal}, and may contain {year}. {ordinal:6} is padded to at least six digits.',
      {
        default: 'VI-{company:4}-{year}-{ordinal:6}',
      },
    ),
    QUOTE_HORIZON: whole('Days from today within which the cover of a new quote must begin.', 1, 3_650, 365),
    TIME_ZONE: text('The time zone that determines the current day.', { default: ABIDJAN }),
  },
  invalid: ({ TIME_ZONE, POLICY_NUMBER_FORMAT, INSURANCE_COMPANY = '' }) => {
    const format = POLICY_NUMBER_FORMAT === undefined ? undefined : policyNumberFormatProblem(POLICY_NUMBER_FORMAT);
    return [
      ...(hasBidirectionalControl(INSURANCE_COMPANY)
        ? ['INSURANCE_COMPANY contains a Unicode bidirectional control. Remove it.']
        : []),
      ...(TIME_ZONE === undefined || isTimeZone(TIME_ZONE)
        ? []
        : ['TIME_ZONE must be the name of a time zone, such as Africa/Abidjan.']),
      ...(format === undefined ? [] : [`POLICY_NUMBER_FORMAT ${format}`]),
    ];
  },
});

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
