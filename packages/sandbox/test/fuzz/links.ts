import { jsonIn } from './judge.ts';

const LINK = /"(https?:\/\/[^"]*\/documents\/[^"]*signature=[^"]*)"/g;

/** The links to documents in the text of an answer. */
export const linksIn = (text: string): readonly string[] => [...text.matchAll(LINK)].map(([, link = '']) => link);

/** The problems of a fresh link, as it is and with one of its characters changed. */
export const linkProblems = async (link: string, at: number): Promise<readonly string[]> => {
  const opened = await fetch(link);
  const type = opened.headers.get('content-type') ?? '';
  const size = (await opened.arrayBuffer()).byteLength;
  const isDocument = opened.status === 200 && /^(application\/pdf|image\/png)$/.test(type) && size > 0;

  const { origin } = new URL(link);
  const place = origin.length + 1 + (at % (link.length - origin.length - 1));
  const forged = `${link.slice(0, place)}${link[place] === 'x' ? 'y' : 'x'}${link.slice(place + 1)}`;
  const refused = await fetch(forged);
  const { code } = (jsonIn(await refused.text()) ?? {}) as { readonly code?: string };
  return [
    ...(isDocument ? [] : [`answers ${opened.status} ${type} of ${size} bytes to ${link}`]),
    ...(refused.status === 404 && code === 'not_found'
      ? []
      : [`answers ${refused.status} ${code} to a forged ${forged}`]),
  ];
};
