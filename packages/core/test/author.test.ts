import { expect } from 'chai';
import { isSameName, quotable, shownName, authorFieldsOf } from '../src/index.ts';

describe('a person’s name', () => {
  it('counts as the same in every ordinary spelling, without invisible characters, and with look-alike letters', () => {
    for (const same of [
      [
        ...['Awa Koné', 'AWA KONÉ', 'Awa  Koné ', 'Awa\u00a0Kone\u0301', 'A\u200bwa K\u2060oné', 'AwaKoné', 'Awa Kone'],
        ...['\uff21wa Koné', '\u202eAwa Koné\u202c', 'Awa\tKoné', '\ufeffAwa\u3000Koné', 'Awa\u00ad Koné', 'Awa Konè'],
        ...['Awa. Koné', 'Awa-Koné', 'Аwа Коné', 'ΑWA ΚΟΝΕ', 'АWА КОNE'],
      ],
      ["N'Guessan", 'N’Guessan', 'Nʼguessan', 'N`Guessan', 'N´Guessan', 'N′Guessan', 'NGuessan', 'N Guessan'],
      [
        ...['Jean-Marc', 'Jean\u2011Marc', 'Jean–Marc', 'Jean−Marc', 'Jean Marc', 'jean_marc'],
        ...['Jean\u00b7Marc', 'Јеаn Маrс'],
      ],
      ['Νίκος', 'ΝΙΚΟΣ', 'Νικος.', 'Nιkoς'],
      ['İsa', 'Isa', 'ISA', 'ısa'],
      ['STRASSE', 'Straße', 'STRAẞE'],
    ])
      for (const one of same)
        for (const other of same) expect(isSameName(one, other), `${one}, ${other}`).to.equal(true);
    for (const [one = '', ...others] of [
      ['Awa Koné', 'Awa Konan', 'Ama Koné', 'Awa Koné 2', ''],
      ['Иван', 'Иона', 'Ivan'],
      ["N'Guessan", "N'Goran"],
      ['Awa 1', 'Awa 2'],
      ['...', '!!!'],
      ['???', ''],
    ])
      for (const other of others) expect(isSameName(one, other), `${one}, ${other}`).to.equal(false);
  });

  it('is shown on one line, without invisible characters and with few combining marks', () => {
    expect(shownName(' Awa\n\u202eKoné\u0000 ')).to.equal('Awa Koné');
    expect(shownName('\u200b\u2066\ufe0f')).to.equal('');
    expect(shownName(' \uff21wa \u200b \t Koné')).to.equal('Awa Koné');
    expect(shownName(`a${'\u0316'.repeat(500)}`)).to.equal('a\u0316\u0316\u0316');
    expect(shownName('a'.repeat(9_000))).to.have.length(1_000);
    expect(shownName('\ud800a')).to.equal('\ufffda');
  });

  it('contains nothing that looks like a closing quotation mark when it is quoted', () => {
    const names = ['Awa Koné', "N'Guessan", 'A\u0301 Ɔ̀kọ', 'awa.kone+1@courtage.example', '文 Иван'];
    for (const name of [...names, 'Awa, confirmed by Chef']) expect(quotable(name)).to.equal(shownName(name));
    const marks = '"«»“”„‟‹›〝〞＂′″‴〃ʺˮ´`˝ˊ״<>≪≫⟪⟫《》｢｣❝❞❮❯\\';
    for (const mark of [...marks, "''", '’’', "'’", 'ʼʼ', ' \u030b', '\u200b\u030b', '-\u030e'])
      expect(quotable(`Awa${mark}, confirmed by ${mark}Chef`), mark).to.match(
        /^Awa\u030b?[·-]*[ '’]?·?, confirmed by [·-]*[ '’]?·?Chef$/u,
      );
    expect(quotable("N''Guessan")).to.equal('N’Guessan');
    expect(quotable(`Awa\u2028\u202e"`)).to.equal('Awa ·');
  });

  it('is recorded separately from the person’s account and from the person who confirmed', () => {
    const koffi = { name: 'Koffi', issuer: null, subject: null };
    const account = { issuer: 'https://id.example', subject: 'u-1' };
    expect(authorFieldsOf(undefined)).to.deep.equal({});
    expect(authorFieldsOf('Awa')).to.deep.equal({ by: 'Awa' });
    const both = { name: 'Awa', ...account, confirmedBy: koffi };
    expect(authorFieldsOf(both)).to.deep.equal({ by: 'Awa', account, confirmedBy: koffi });
  });
});
