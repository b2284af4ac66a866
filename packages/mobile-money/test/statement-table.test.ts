import {
  ACTIONS_IN_ENGLISH,
  ACTIONS_IN_FRENCH,
  Err,
  failureIn,
  Ok,
  type Result,
  type StatementLine,
  type StatementTable,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import fc from 'fast-check';
import { statementMapping } from '../src/table/statement-mapping.ts';
import { readStatementTable } from '../src/table/statement-table.ts';

const OF = { provider: 'cinetpay', zone: 'Africa/Abidjan' };

const CINETPAY = {
  separator: ';',
  skip: 1,
  columns: {
    ...{ transaction: 'Identifiant', date: 'Date', amount: 'Montant', fee: 'Frais' },
    ...{ reference: 'Référence marchand', kind: 'Type', currency: 'Devise' },
  },
  date: 'DD/MM/YYYY HH:mm',
  kinds: { payment: ['PAIEMENT'], refund: ['REMBOURSEMENT'], other: ['RETRAIT'] },
  sign: 'kind',
};

const mappingOf = (given: object): string => JSON.stringify(given);

/** The lines of a table, or its faults in the words of the command. */
const statementTable = (
  text: string,
  mapping: string,
  of: Omit<StatementTable, 'text' | 'mapping'>,
): Result<readonly StatementLine[], readonly string[]> => {
  const read = readStatementTable({ text, mapping, ...of });
  if (read.isOk()) return Ok(read.value.lines);
  const { error } = read;
  if (error.code !== 'statement_faults') throw new Error(error.problem);
  const french = failureIn(ACTIONS_IN_FRENCH, error);
  if (!/\.$/.test(french) || /undefined|null/.test(french)) throw new Error(`unfit for a page: ${french}`);
  return Err(
    error.faults.length > 10
      ? failureIn(ACTIONS_IN_ENGLISH, error).split('; ')
      : error.faults.map((fault) => {
          const one = failureIn(ACTIONS_IN_ENGLISH, { ...error, faults: [fault] });
          return one.replace(/^Nothing was imported: (.*)\.$/s, '$1');
        }),
  );
};
const HEAD = 'Relevé du 15 janvier\nIdentifiant;Date;Montant;Frais;Référence marchand;Type;Devise;Opérateur\n';

const row = (over: Partial<Record<'id' | 'at' | 'amount' | 'fee' | 'ref' | 'kind' | 'currency' | 'by', string>> = {}) =>
  Object.values({
    ...{ id: 'T1', at: '15/01/2026 09:05', amount: '104', fee: '0', ref: 'ours', kind: 'PAIEMENT' },
    ...{ currency: 'XOF', by: 'OM', ...over },
  }).join(';');
const read = (rows: string, mapping: object = CINETPAY) => statementTable(HEAD + rows, mappingOf(mapping), OF);

describe('a statement imported as a table', () => {
  it('is read by its mapping, and may have other columns', () => {
    const rows = [
      row({ amount: '104 627', fee: '1046' }),
      row({ id: 'T2', at: '15/01/2026 10:00', amount: '104627,00', fee: '12', kind: 'REMBOURSEMENT' }),
      row({ id: 'T4', fee: '' }),
      row({ id: '"T3"', at: '15/01/2026 23:59', amount: '-50000', ref: '', kind: 'RETRAIT', by: '"MTN; Moov"' }),
    ];
    const lines = read(`${rows.join('\r\n')}\r\n`).unwrap();
    const from = { provider: 'cinetpay', currency: 'XOF', reference: 'ours', at: '2026-01-15T09:05:00.000Z' };
    const [later, night] = ['2026-01-15T10:00:00.000Z', '2026-01-15T23:59:00.000Z'];
    expect(lines).to.deep.equal([
      { ...from, transactionId: 'T1', kind: 'payment', amount: 104_627, fee: 1_046 },
      { ...from, transactionId: 'T2', kind: 'refund', amount: -104_627, fee: 12, at: later },
      { ...from, transactionId: 'T4', kind: 'payment', amount: 104, fee: 0 },
      { ...from, transactionId: 'T3', kind: 'other', amount: -50_000, fee: 0, reference: null, at: night },
    ]);
  });

  it('requires four columns; incoming money is a payment, and outgoing money with a reference is a refund', () => {
    const columns = { transaction: 'id', date: 'day', amount: 'sum', reference: 'ref' };
    const mapping = mappingOf({ columns, date: 'YYYY-MM-DD' });
    const rows = ['100,ours', '-7,', '-100,ours', '100,', '0,', '0,ours'].map(
      (rest, at) => `T${at},2026-01-15,${rest}`,
    );
    const lines = statementTable(`\uFEFFid,day,sum,ref\n${rows.join('\n')}\n`, mapping, {
      ...OF,
      zone: 'Africa/Lagos',
    }).unwrap();
    expect(new Set(lines.map(({ at }) => at))).to.deep.equal(new Set(['2026-01-14T23:00:00.000Z']));
    expect(lines.map(({ kind, amount, currency }) => `${kind} ${amount} ${currency}`)).to.deep.equal([
      ...['payment 100 XOF', 'other -7 XOF', 'refund -100 XOF', 'payment 100 XOF', 'other 0 XOF', 'other 0 XOF'],
    ]);
  });

  const refusalOf = (rows: string, mapping?: object): readonly string[] => {
    const refused = read(rows, mapping);
    return refused.isErr() ? refused.error : [];
  };
  const noDate = (written: string) => `${written} does not match the format DD/MM/YYYY HH:mm`;
  const control = 'a value contains a control character, such as NUL';
  for (const [what, rows, line, message] of [
    ['an amount with a fraction of a franc', row({ amount: '104,5' }), 3, '104,5 is not an amount of whole francs'],
    ['a fee that is not a number', row({ fee: 'one' }), 3, 'one is not a fee of whole francs'],
    ['a day that does not exist', `${row()}\n${row({ at: '31/02/2026 09:05' })}`, 4, noDate('31/02/2026 09:05')],
    ['a date in another format', row({ at: '2026-01-15 09:05' }), 3, noDate('2026-01-15 09:05')],
    ['an hour that does not exist', row({ at: '15/01/2026 24:05' }), 3, noDate('15/01/2026 24:05')],
    ['a minute that does not exist', row({ at: '15/01/2026 09:60' }), 3, noDate('15/01/2026 09:60')],
    ['seconds that the format does not have', row({ at: '15/01/2026 09:05:59' }), 3, noDate('15/01/2026 09:05:59')],
    ['Windows line endings', `${row()}\r\n${row({ at: 'never' })}`, 4, noDate('never')],
    ['no transaction', row({ id: '' }), 3, 'there is no transaction'],
    ['a NUL in a transaction', `${row()}\n${row({ id: 'T\u00002' })}`, 4, control],
    ['an escape character in an unused column', row({ by: 'O\u001bM' }), 3, control],
    ['a transaction twice', `${row()}\n${row()}`, 4, 'the same transaction is on line 3'],
    ['a truncated line', 'T1;15/01/2026 09:05;104', 3, 'its number of columns differs from the lines before'],
    ['an open quotation mark', `"${row()}\n`, 3, 'a quotation mark is not closed'],
    ['an invalid currency code', row({ currency: 'F CFA' }), 3, 'F CFA is not a currency such as XOF'],
  ] as const)
    it(`is refused as a whole if it has ${what}, with the line number`, () => {
      expect(refusalOf(rows)[0]).to.equal(`line ${line}: ${message}`);
    });

  it('with net amounts gives the paid amounts, and whole refunds whether or not the fee was returned', () => {
    const columns = { transaction: 'id', date: 'day', net: 'net', fee: 'fee', reference: 'ref' };
    // A refund may have the transaction id of its payment, and a fee may be the whole payment.
    const rows = ['A,2026-01-15,3366,34', 'A,2026-01-15,-3366,-34', 'C,2026-01-15,-3400,0', 'D,2026-01-15,0,1'];
    const net = mappingOf({ columns, date: 'YYYY-MM-DD' });
    const paid = (text: string, mapping: string) =>
      statementTable(`id,day,net,fee,ref,type\n${text}\n`, mapping, OF)
        .unwrap()
        .map(({ kind, amount, fee }) => `${kind} ${amount} ${fee}`);
    expect(paid(rows.map((row) => `${row},ours,x`).join('\n'), net)).to.deep.equal([
      ...['payment 3400 34', 'refund -3400 -34', 'refund -3400 0', 'payment 1 1'],
    ]);
    const kinds = { payment: ['in'], refund: ['back'] };
    const unsigned = mappingOf({ columns: { ...columns, kind: 'type' }, date: 'YYYY-MM-DD', kinds, sign: 'kind' });
    const both = paid('A,2026-01-15,3366,34,ours,in\nB,2026-01-15,3366,34,ours,back', unsigned);
    expect(both).to.deep.equal(['payment 3400 34', 'refund -3400 -34']);
  });

  it('compares kind words without case, spaces and accent encoding, and column names without accent encoding', () => {
    const mapping = { ...CINETPAY, kinds: { payment: ['Dépôt  reçu'], refund: ['REMBOURSEMENT'] } };
    const head = HEAD.replace('Référence', 'Référence'.normalize('NFD'));
    const words = ['dépôt reçu', 'DÉPÔT\u00a0REÇU', 'De\u0301po\u0302t rec\u0327u', '" Dépôt reçu "', 'Remboursement'];
    const kinds = words.map((kind, index) => row({ id: `T${index}`, kind, currency: 'xof' }));
    const lines = statementTable(head + kinds.join('\n'), mappingOf(mapping), OF).unwrap();
    expect(lines.map(({ kind }) => kind)).to.deep.equal(['payment', 'payment', 'payment', 'payment', 'refund']);
    expect(lines.map(({ currency }) => currency).every((currency) => currency === 'XOF')).to.equal(true);
  });

  it('is refused with the count of each unknown kind word, unless these are allowed as other', () => {
    const rows = ['Frais', 'PAIEMENT', 'FRAIS', '', 'Virement'].map((kind, index) => row({ id: `T${index}`, kind }));
    const is = (word: string, count: string) =>
      `the kind "${word}" is on ${count}, and the mapping does not contain it`;
    const unknown = [is('Frais', '2 lines'), is('', '1 line'), is('Virement', '1 line')];
    expect(refusalOf(rows.join('\n')).map((each) => each.split(':')[0])).to.deep.equal(unknown);
    const allowed = statementTable(HEAD + rows.join('\n'), mappingOf(CINETPAY), { ...OF, allowsUnknownKinds: true });
    expect(allowed.unwrap().map(({ kind }) => kind)).to.deep.equal(['other', 'payment', 'other', 'other', 'other']);
  });

  it('is read after the skipped lines, whatever these contain, and counts them in line numbers', () => {
    for (const [skipped, end] of [
      ['Société "Vague', '\r\n'],
      ['a;b;"c";"', '\n'],
      ['', '\r'],
    ] as const) {
      const text = [skipped, HEAD.split('\n')[1], row(), row({ id: 'T2', at: 'never' })];
      const refused = statementTable(text.join(end), mappingOf(CINETPAY), OF);
      expect(refused.isErr() && refused.error).to.deep.equal([`line 4: ${noDate('never')}`]);
      expect(statementTable(text.slice(0, 3).join(end), mappingOf(CINETPAY), OF).unwrap()).to.have.length(1);
    }
    const short = statementTable('one line', mappingOf({ ...CINETPAY, skip: 3 }), OF);
    expect(short.isErr() && short.error).to.deep.equal(['the file has no line with the names of the columns']);
  });

  it('is refused if two columns have the same name, but not if two have none', () => {
    const text = (names: string) => `id;day;sum;ref;${names}\nA;15/01/2026;1;ours;2;3\n`;
    const mapping = mappingOf({
      ...{ separator: ';', columns: { transaction: 'id', date: 'day', amount: 'sum', reference: 'ref' } },
      date: 'DD/MM/YYYY',
    });
    const refused = statementTable(text('fee; fee '), mapping, OF);
    expect(refused.isErr() && refused.error).to.deep.equal(['line 1: the column fee occurs twice; rename one of them']);
    expect(statementTable(text(';'), mapping, OF).isOk()).to.equal(true);
  });

  it('accepts numbers with valid digit groups, and refuses all others', () => {
    const amountOf = (written: string): number | string => {
      const lines = read(row({ amount: written }));
      return lines.isOk() ? (lines.value[0]?.amount ?? NaN) : 'refused';
    };
    const amounts = {
      ...{
        '100': 100,
        '1 000': 1_000,
        '12\u00a0345\u00a0678': 12_345_678,
        '1\u202f000,00': 1_000,
        '104627.0': 104_627,
      },
      ...{ '-5 000': -5_000, '+7': 7, '- 5 000': -5_000, '0': 0, '-0': 0 },
    };
    for (const [written, amount] of Object.entries(amounts))
      expect(amountOf(written), JSON.stringify(written)).to.equal(amount);
    const groups = ['1 0 0', '1 00', '10 00 000', '1000 000', '1 000\u00a0000', '1  000', '1 000 ,00'];
    const others = ['1,000', '1.000,00', '1e3', '0x10', '--1', '', '-', '1000000000000000', '(100)'];
    for (const written of [...groups, ...others])
      expect(amountOf(written), JSON.stringify(written)).to.equal('refused');
  });

  it('is refused with the missing column and the existing columns', () => {
    const columns = { ...CINETPAY.columns, fee: 'Commission' };
    expect(refusalOf('', { ...CINETPAY, columns })).to.deep.equal([
      'line 2: there is no column Commission; the columns are Identifiant, Date, Montant, Frais, Référence marchand, Type, Devise, Opérateur',
    ]);
    const empty = statementTable('', mappingOf(CINETPAY), OF);
    expect(empty.isErr() && empty.error).to.deep.equal(['the file has no line with the names of the columns']);
  });

  it('is refused with its first ten faults and the number of further faults', () => {
    const refused = refusalOf(Array.from({ length: 14 }, (_, at) => row({ id: `T${at}`, at: 'never' })).join('\n'));
    expect([refused.length, refused.at(-1)]).to.deep.equal([11, 'and 4 more.']);
  });

  it('is read exactly as it was written', () => {
    const [min, max] = [new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')];
    const moments = fc.date({ min, max, noInvalidDate: true });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9"; ]{1,12}$/), { maxLength: 6 }),
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        moments,
        (ids, amount, moment) => {
          const named = [...new Set(ids.map((id) => id.trim()).filter((id) => id !== ''))];
          const at = `${moment.toISOString().slice(0, 19)}.000Z`;
          const rows = named.map(
            (id) => `"${id.replaceAll('"', '""')}",${at.slice(0, 10)} ${at.slice(11, 19)},${amount},ours`,
          );
          const mapping = mappingOf({
            columns: { transaction: 'id', date: 'at', amount: 'sum', reference: 'ref' },
            date: 'YYYY-MM-DD HH:mm:ss',
          });
          const lines = statementTable(['id,at,sum,ref', ...rows].join('\n'), mapping, OF).unwrap();
          const expected = named.map((id) => [id, amount, at]);
          expect(lines.map((line) => [line.transactionId, line.amount, line.at])).to.deep.equal(expected);
        },
      ),
    );
  });
});

describe('the mapping of a statement', () => {
  const without = { transaction: 'a', date: 'b', amount: 'c', reference: 'd' };
  const plain = { columns: without, date: 'DD/MM/YYYY' };
  const columnsOf = (over: object) => ({ ...plain, columns: { ...without, ...over } });
  const withColumns = (over: object) => ({ ...CINETPAY, columns: { ...CINETPAY.columns, ...over } });
  const dates = {
    ...{ 'DD/MM/YYYY HH:mm:mm': /^date names mm twice$/, 'DD/MM/YYYY HH:HH': /^date names HH twice$/ },
    ...{ 'DD/DD/YYYY HH:mm': /^date names DD twice$/, 'YYYY-MM-DD YYYY': /^date names YYYY twice$/ },
    ...{ 'DD/mm/YYYY HH:mm': /^date names mm twice$/, 'DD/MM/YYYY HH:MM': /^date names MM twice$/ },
    ...{ 'DD/MM/YYYY ss': /^date names ss without mm$/, 'DD/MM/YYYY mm': /^date names mm without HH$/ },
    ...{ 'DD/MM/YYYY hh:mm': /^date has hh; it must be written in YYYY/, 'DD/MM/YYYY h:mm': /names mm without HH$/ },
    ...{ 'DD/MM/YYYY HH:mm:SS': /^date has SS; it must be/, 'DD/MM/YY HH:mm': /^date has YY; it must be/ },
    ...{ 'dd/MM/yyyy': /^date has dd; it must be/, 'DD MMM YYYY': /^date has MMM; it must be/ },
    ...{ 'D/MM/YYYY': /^date has D; it must be/, 'MM/YYYY': /^date must be written in/ },
    ...{ 'DD/MM': /date must be written in YYYY/ },
  };
  const withKinds = (kinds: object) => ({ ...CINETPAY, kinds });
  const twice = { date: 'Relevé'.normalize('NFD'), kind: ' Relevé' };
  const cases: readonly (readonly [what: string, given: string | object, message: RegExp])[] = [
    ['no JSON', '{', /^it is not JSON: /],
    ['a member twice', '{"skip": 1,\n"skip": 2}', /^line 2 repeats the member "skip" of line 1/],
    ['an unknown kind', withKinds({ ...CINETPAY.kinds, autre: [] }), /^kinds has autre; the kinds are payment, ref/],
    ['one word for two kinds', withKinds({ payment: ['É'], refund: [' E\u0301'] }), /^kinds gives "é" two meanings$/],
    [
      'kind words without a column',
      { ...plain, kinds: CINETPAY.kinds },
      /^kinds lists words, but columns has no kind$/,
    ],
    ['both amount and net', withColumns({ net: 'Net' }), /not both$/],
    ['net amounts without fees', columnsOf({ amount: undefined, net: 'c' }), /columns must name fee, because/],
    ['a currency in words', { ...CINETPAY, currency: 'F CFA' }, /^currency must be a currency such as XOF$/],
    ['an unknown field', { ...CINETPAY, seperator: ';' }, /^seperator is not a field of a mapping/],
    ['no amount column', columnsOf({ amount: undefined }), /columns must name amount$/],
    ['no reference column', columnsOf({ reference: undefined }), /columns must name reference$/],
    ['an unknown column', withColumns({ payer: 'Client' }), /columns must be names of .*; payer is not one of them/],
    ['one column for two fields', withColumns({ amount: 'A', fee: 'A' }), /^columns amount and fee both name A$/],
    ['one column twice, with accents encoded in two ways', withColumns(twice), /^columns date and kind both name/],
    ['a separator of two characters', { ...CINETPAY, separator: '||' }, /separator must be one character/],
    ['no date format', { ...CINETPAY, date: undefined }, /date/],
    ['kinds without words', withKinds({ payment: ['A'] }), /kinds must list/],
    ['a kind column without words', { ...CINETPAY, kinds: undefined }, /^columns has a kind, but kinds lists no word/],
    ['sign "kind" without a kind column', { ...CINETPAY, columns: without }, /sign is "kind"/],
    ['a negative number of lines to skip', { ...CINETPAY, skip: -1 }, /skip must be/],
    ...Object.entries(dates).map(([date, why]) => [`the date ${date}`, { ...CINETPAY, date }, why] as const),
  ];
  for (const [what, given, message] of cases)
    it(`is refused with an explanation if it has ${what}`, () => {
      const refused = statementMapping(typeof given === 'string' ? given : JSON.stringify(given));
      expect(refused.isErr() ? refused.error : 'accepted').to.match(message);
    });
});
