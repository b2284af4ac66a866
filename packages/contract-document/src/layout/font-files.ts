import type { Style } from './theme.ts';

export type Weight = Style['font'];

/**
 * Inter is the default font. Inter cannot place every mark of West African languages on ɔ, ɛ, ŋ, ɓ, ƒ and ʋ, so names
 * with such marks use Noto Sans. Arabic uses Noto Sans Arabic.
 */
export type Family = 'inter' | 'noto' | 'arabic';

const weighted = (folder: string, name: string): Readonly<Record<Weight, string>> => ({
  regular: `${folder}/400Regular/${name}_400Regular.ttf`,
  semibold: `${folder}/600SemiBold/${name}_600SemiBold.ttf`,
});

/** The path of each font in its npm package. System fonts would make documents differ between machines. */
export const FILES: Readonly<Record<Family, Readonly<Record<Weight, string>>>> = {
  inter: weighted('inter', 'Inter'),
  noto: weighted('noto-sans', 'NotoSans'),
  arabic: weighted('noto-sans-arabic', 'NotoSansArabic'),
};

/** Every font file that a document may need, as a path below `@expo-google-fonts`. */
export const FONT_FILES: readonly string[] = Object.values(FILES).flatMap((files) => Object.values(files));
