/** Parts of a user-agent header, each with a familiar name. More specific parts come first. */
const BROWSERS = {
  Edg: 'Edge',
  OPR: 'Opera',
  SamsungBrowser: 'Samsung Internet',
  Firefox: 'Firefox',
  FxiOS: 'Firefox',
  CriOS: 'Chrome',
  Chrome: 'Chrome',
  Safari: 'Safari',
};
const SYSTEMS = {
  iPhone: 'iPhone',
  iPad: 'iPad',
  Android: 'Android',
  Windows: 'Windows',
  'Mac OS': 'macOS',
  Linux: 'Linux',
};

const nameIn = (header: string, names: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(names).find(([part]) => header.includes(part))?.[1];

/**
 * The browser and, if known, the system of a user-agent header, in words. A header without a known browser is returned
 * unchanged.
 */
export const browserText = (header: string): string => {
  const [browser, system] = [nameIn(header, BROWSERS), nameIn(header, SYSTEMS)];
  if (browser === undefined) return header;
  return system === undefined ? browser : `${browser}, ${system}`;
};
