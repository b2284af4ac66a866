import type { Style } from './theme.ts';

export type Weight = Style['font'];

/** Inter, and the fonts for the scripts that Inter lacks. */
export type Family =
  'inter' | 'arabic' | 'devanagari' | 'ethiopic' | 'nko' | 'tifinagh' | 'chinese' | 'japanese' | 'korean' | 'emoji';

type Files = Readonly<Record<Weight, string>>;

const alike = (file: string): Files => ({ regular: file, semibold: file });
const weighted = (folder: string, name: string): Files => ({
  regular: `${folder}/400Regular/${name}_400Regular.ttf`,
  semibold: `${folder}/600SemiBold/${name}_600SemiBold.ttf`,
});

/**
 * Where each font is in its npm package, so that the document looks the same on every machine: Inter for Latin, Greek
 * and Cyrillic, Noto for the rest. The big ones have a single weight between both (docs/decisions/0025).
 */
export const FILES: Readonly<Record<Family, Files>> = {
  inter: weighted('inter', 'Inter'),
  arabic: weighted('noto-sans-arabic', 'NotoSansArabic'),
  devanagari: weighted('noto-sans-devanagari', 'NotoSansDevanagari'),
  ethiopic: weighted('noto-sans-ethiopic', 'NotoSansEthiopic'),
  nko: alike('noto-sans-nko/400Regular/NotoSansNKo_400Regular.ttf'),
  tifinagh: alike('noto-sans-tifinagh/400Regular/NotoSansTifinagh_400Regular.ttf'),
  chinese: alike('noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf'),
  japanese: alike('noto-sans-jp/500Medium/NotoSansJP_500Medium.ttf'),
  korean: alike('noto-sans-kr/500Medium/NotoSansKR_500Medium.ttf'),
  emoji: alike('noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
};

/** Every font file a document may need, as a path below `@expo-google-fonts`. */
export const FONT_FILES: readonly string[] = [
  ...new Set(Object.values(FILES).flatMap((files) => Object.values(files))),
];
