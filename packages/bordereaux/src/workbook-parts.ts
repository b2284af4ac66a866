/** A cell: a text, a number, or a day such as 2026-11-30 in a column of days. */
export type Cell = string | number;

/** A column of a workbook, and how wide it is, in digits. */
export interface WorkbookColumn {
  readonly title: string;
  readonly width: number;
  readonly kind: 'text' | 'day' | 'francs';
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Cells refer to these by index. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2">\
<numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="#,##0"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
const DAY = 1;
const FRANCS = 2;
const HEADING = 3;

/** A column, with the beginning of its cells, which contains their place: not every spreadsheet counts cells. */
export type PlacedColumn = WorkbookColumn & { readonly begin: string };

/** Columns from the left: `A` to `Z`, and so on from `AA`. */
export const placed = (columns: readonly WorkbookColumn[]): readonly PlacedColumn[] =>
  columns.map((column, index) => ({ ...column, begin: `<c r="${lettersOf(index)}` }));

const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** The beginning of a sheet: the widths of its columns, and the headings, which stay in sight. */
export const sheetBegin = (columns: readonly PlacedColumn[]): string => {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const headings = columns.map(({ title, begin }) => textCell(`${begin}1" s="${HEADING}"`, title));
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`;
};

export const SHEET_END = '</sheetData></worksheet>';

/** A row of a sheet. */
export const rowOf = (number: number, cells: readonly Cell[], columns: readonly PlacedColumn[]): string => {
  const place = `${number}"`;
  let row = `<row r="${place}>`;
  for (let at = 0; at < columns.length; at += 1) {
    const { begin, kind } = columns[at] as PlacedColumn;
    row += cellOf(begin + place, cells[at] ?? '', kind);
  }
  return `${row}</row>`;
};

const cellOf = (begun: string, cell: Cell, kind: WorkbookColumn['kind']): string => {
  if (typeof cell === 'number') return `${begun} s="${FRANCS}"><v>${cell}</v></c>`;
  return kind === 'day' ? `${begun} s="${DAY}"><v>${serialOf(cell)}</v></c>` : textCell(begun, cell);
};

/**
 * A text is written in its cell; a shared table of texts would have to be kept until the end. No text is read as a
 * formula.
 */
const textCell = (begun: string, text: string): string =>
  `${begun} t="inlineStr"><is><t${OUTER_SPACE.test(text) ? ' xml:space="preserve"' : ''}>${escaped(text)}</t></is></c>`;

/** Spreadsheets remove it, unless `xml:space` preserves it. */
const OUTER_SPACE = /^\s|\s$/;

const DAY_ZERO = 25_569;

/** Spreadsheets count days from the end of 1899. */
const serialOf = (day: string): number => Date.parse(day) / 86_400_000 + DAY_ZERO;

// eslint-disable-next-line no-control-regex -- they are looked for
const SPECIAL = /[&<>\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|_x/;

/**
 * XML has no control characters: spreadsheets write them as `_x0007_`, and escape a text that already looks like that.
 * U+FFFE and U+FFFF, which a name may contain, cannot be written at all.
 */
const escaped = (text: string): string =>
  SPECIAL.test(text)
    ? text
        // The next underscore may be that of a control character's own escape.
        // eslint-disable-next-line no-control-regex -- they are looked for
        .replace(/_(?=x[0-9A-Fa-f]{4}[_\u0000-\u0008\u000B-\u001F])/g, '_x005F_')
        // eslint-disable-next-line no-control-regex -- they are replaced
        .replace(/[\u0000-\u0008\u000B-\u001F]/g, (letter) => `_x${hex(letter)}_`)
        .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
    : text;

const hex = (letter: string): string => letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/** All parts of a workbook except its sheets (ECMA-376, part 1). */
export const partsOf = (name: string, sheets: number): readonly (readonly [string, string])[] => {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const each = (part: (number: number) => string): string => numbers.map(part).join('');
  const nameOf = (number: number): string => escaped(number === 1 ? name : `${name} (${number})`);
  return [
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATED}"><sheets>\
${each((n) => `<sheet name="${nameOf(n)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">\
${each((n) => `<Relationship Id="rId${n}" Type="${RELATED}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}\
<Relationship Id="rId${sheets + 1}" Type="${RELATED}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">\
<Relationship Id="rId1" Type="${RELATED}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>\
${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
    ],
  ];
};
