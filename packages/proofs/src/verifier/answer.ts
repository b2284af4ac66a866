import {
  longDayInFrench,
  longPeriodInFrench,
  type LocalDate,
  type Proof,
  type ProofCheck,
  type ProofRefusal,
} from '@vehicle-insurance/core';

/** The result of a check as the page shows it. */
export interface CheckResult {
  readonly tone: 'good' | 'wait' | 'bad';
  readonly title: string;
  readonly words: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string, look?: string])[];
  /** Whether the paper is ours, so that the service can report more about it. */
  readonly isOurs: boolean;
}

/** `on`: today by this phone's clock. `since`: the day on which the phone received the keys; null if unknown. */
export interface Days {
  readonly on: LocalDate;
  readonly since: LocalDate | null;
}

/** The day of cover that is checked: today, but never before the day on which the phone received the keys. */
export const dayOfCheck = ({ on, since }: Days): LocalDate => (since !== null && since > on ? since : on);

/** The result of a check, in words for the person with the phone. */
export const answerTo = (checked: ProofCheck, days: Days): CheckResult => {
  if (checked.standing === 'refused') return refused(checked.reason);
  const { document, certificateNumber } = checked.proof;
  const standing = STANDINGS[checked.standing];
  const certified = certificateNumber === null ? NOT_CERTIFIED : CERTIFIED;
  const words = [
    `La signature électronique est authentique. ${PAPERS[document].proves} ${certified}`,
    `${dayIn(days)} Comparez l’immatriculation avec celle du véhicule.`,
  ];
  return {
    // Only a contract with its certificate proves the insurance. Any other paper proves only the payment.
    tone: standing.tone === 'good' && (document === 'receipt' || certificateNumber === null) ? 'wait' : standing.tone,
    title: `${PAPERS[document].authentic}, ${standing.title}`,
    words,
    facts: factsOf(checked.proof),
    isOurs: true,
  };
};

/** The names of the papers, and what each paper proves. */
const PAPERS = {
  contract: {
    name: 'Conditions particulières',
    authentic: 'Contrat authentique',
    proves: 'Ce contrat prouve que la prime est payée.',
  },
  receipt: {
    name: 'Quittance de prime',
    authentic: 'Quittance authentique',
    proves: 'Cette quittance prouve que la prime est payée.',
  },
} as const;

const CERTIFIED =
  'L’attestation était déjà émise quand ce document a été établi. Sans réseau, on ne peut pas savoir si le contrat a été annulé depuis : seule la vérification en ligne l’indique.';
const NOT_CERTIFIED =
  'Sans réseau, on ne peut savoir ni si l’attestation a été émise, ni si le contrat a été annulé : seule la vérification en ligne l’indique.';

const dayIn = ({ on, since }: Days): string => {
  if (since !== null && since > on)
    return `L’horloge de ce téléphone est en retard. La date retenue est donc le ${longDayInFrench(since)}, jour où ce téléphone a reçu les clés de vérification.`;
  const keys = since === null ? '' : `, avec les clés de vérification reçues le ${longDayInFrench(since)}`;
  return `Vérifié le ${longDayInFrench(on)} (date de ce téléphone)${keys}.`;
};

const STANDINGS = {
  valid: { tone: 'good', title: 'période d’assurance en cours' },
  not_yet: { tone: 'wait', title: 'période d’assurance pas encore commencée' },
  ended: { tone: 'bad', title: 'période d’assurance terminée' },
} as const;

const factsOf = ({
  document,
  licencePlate,
  firstDay,
  lastDay,
  policyNumber,
  certificateNumber,
}: Proof): CheckResult['facts'] => [
  ['Immatriculation', licencePlate, 'plate'],
  ['Période d’assurance', longPeriodInFrench(firstDay, lastDay)],
  ['Document', PAPERS[document].name],
  ['Police n°', policyNumber],
  ...(certificateNumber === null ? [] : [['Attestation n°', certificateNumber] as const]),
];

const nothing = (tone: CheckResult['tone'], title: string, words: string): CheckResult => ({
  tone,
  title,
  words: [words],
  facts: [],
  isOurs: false,
});

const refused = (reason: ProofRefusal): CheckResult => {
  if (reason === 'unknown_key')
    return nothing(
      'wait',
      'Clé de vérification manquante',
      'Ce téléphone n’a pas la clé qui permet de vérifier ce code. Connectez-vous à internet, rouvrez cette page, puis réessayez. Si le résultat reste le même, ce code ne vient pas de l’assureur.',
    );
  if (reason === 'unverified')
    return nothing(
      'wait',
      'Vérification impossible',
      'Ce navigateur ne permet pas de vérifier la signature. Mettez-le à jour, ou connectez-vous à internet et scannez de nouveau le code avec l’appareil photo.',
    );
  return nothing(
    'bad',
    'Ce code n’est pas valable',
    'Il ne vient pas de l’assureur, il a été modifié ou mal copié, ou il n’est plus accepté. Vérifiez l’attestation auprès de l’organisme qui l’a émise, avec le QR code de l’attestation.',
  );
};

/** Shown if the phone has no keys, for example because the page was never opened with a network. */
export const KEYS_UNKNOWN = nothing(
  'wait',
  'Clés de vérification manquantes',
  'Connectez-vous à internet et rouvrez cette page : elle recevra les clés de vérification, puis fonctionnera sans réseau.',
);
