/** Text that is HTML already. */
export interface Markup {
  readonly html: string;
}

type Part = Markup | string | number | readonly Markup[];

/** HTML from a template: every value is escaped, unless it is HTML itself. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  html: strings.reduce((text, string, index) => text + rendered(parts[index - 1] ?? '') + string),
});

/** HTML that the program wrote itself and that needs no escaping. */
export const trusted = (html: string): Markup => ({ html });

/** No HTML at all. */
export const nothing: Markup = trusted('');

const rendered = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'html' in part ? part.html : part.map((each) => each.html).join('');
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe for HTML and XML, in content and in quoted attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
