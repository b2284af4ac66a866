import type { Message } from './message.ts';

interface Bounds {
  readonly min: number;
  readonly max: number;
}

// Each message completes a sentence that begins with the field's name, and never repeats the value. Each message is a
// separate export, so that the page that checks papers offline contains only the messages that it uses.

export const required: Message = { en: 'is required', fr: 'est obligatoire' };
export const flag: Message = { en: 'must be true or false', fr: 'doit valoir true ou false' };
export const integer = ({ min, max }: Bounds): Message => ({
  en: `must be a whole number from ${min} to ${max}`,
  fr: `doit être un nombre entier de ${min} à ${max}`,
});
export const oneOf = (values: readonly (string | number)[]): Message => ({
  en: `must be one of ${values.join(', ')}`,
  fr: `doit être l’une de ces valeurs : ${values.join(', ')}`,
});
export const someOf = (values: readonly string[]): Message => ({
  en: `must be one or more of ${values.join(', ')}, separated by commas`,
  fr: `doit être une ou plusieurs de ces valeurs, séparées par des virgules : ${values.join(', ')}`,
});

export const text: Message = { en: 'must be text', fr: 'doit être un texte' };
export const texts: Message = { en: 'must be texts', fr: 'doit être une liste de textes' };
export const length = ({ min, max }: Bounds): Message => ({
  en: `must have ${min} to ${max} characters`,
  fr: `doit comporter de ${min} à ${max} caractères`,
});
export const controls: Message = {
  en: 'must not contain control characters or broken Unicode',
  fr: 'ne doit contenir ni caractère de contrôle ni séquence Unicode mal formée',
};
export const nul: Message = {
  en: 'must not contain NUL or broken Unicode',
  fr: 'ne doit contenir ni caractère nul ni séquence Unicode mal formée',
};
export const bidirectional: Message = {
  en: 'must not contain bidirectional controls',
  fr: 'ne doit contenir aucun caractère de contrôle bidirectionnel',
};
export const visible: Message = {
  en: 'must have characters that can be seen',
  fr: 'doit contenir des caractères visibles',
};

export const author: Message = {
  en: 'must be a name or a person',
  fr: 'doit être un nom, ou l’objet qui décrit une personne connectée',
};
export const uuid: Message = { en: 'must be a UUID in lower case', fr: 'doit être un UUID en minuscules' };
export const mobileNumber: Message = {
  en: 'must be an Ivorian mobile number: 10 digits starting with 01, 05 or 07, with or without +225',
  fr: 'doit être un numéro de mobile ivoirien : 10 chiffres commençant par 01, 05 ou 07, avec ou sans +225',
};
export const licencePlate = ({ min, max }: Bounds): Message => ({
  en: `must be ${min} to ${max} letters, digits or dashes, spaces aside`,
  fr: `doit comporter de ${min} à ${max} lettres, chiffres ou tirets, sans compter les espaces`,
});
export const webLink: Message = { en: 'must be an http or https address', fr: 'doit être une adresse http ou https' };
export const ownHost: Message = {
  en: 'must be on one of the hosts that are configured for the authority',
  fr: 'doit être sur l’un des hôtes configurés pour l’organisme émetteur',
};
export const file: Message = {
  en: 'must be a file: its name, and its bytes as a Uint8Array',
  fr: 'doit être un fichier, défini par son nom et son contenu (Uint8Array)',
};

export const date: Message = {
  en: 'must be a date that exists, written YYYY-MM-DD',
  fr: 'doit être une date qui existe, au format AAAA-MM-JJ',
};
export const notInFuture: Message = { en: 'must not be in the future', fr: 'ne doit pas être dans le futur' };
export const todayOrLater: Message = {
  en: 'must be today or later',
  fr: 'doit être la date du jour ou une date ultérieure',
};
export const withinDays = (days: number): Message => ({
  en: `must be at most ${days} days from today`,
  fr: `doit être au plus tard ${days} jours après la date du jour`,
});
export const notAfter = (field: string): Message => ({
  en: `must not be after ${field}`,
  fr: `ne doit pas être postérieur à ${field}`,
});
export const month: Message = { en: 'must be a month such as 2026-11', fr: 'doit être un mois tel que 2026-11' };
export const instant: Message = {
  en: 'must be an instant, such as 2027-01-31T00:00:00Z',
  fr: 'doit être une date avec heure, telle que 2027-01-31T00:00:00Z',
};
export const laterThanNow: Message = { en: 'must be later than now', fr: 'doit être dans le futur' };
export const notAfterOwnKey: Message = {
  en: 'must not be later than the expiry of the key that you use',
  fr: 'ne doit pas être postérieur à l’expiration de la clé que vous utilisez',
};
export const position = (newest: number): Message => ({
  en: `must be at most ${newest}, the position of the newest event`,
  fr: `ne doit pas dépasser ${newest}, la position de l’événement le plus récent`,
});
