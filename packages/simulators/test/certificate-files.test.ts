import { expect } from 'chai';
import { PNG } from 'pngjs';
import { certificateDrawing } from '../src/certificate-authority/certificate-drawing.ts';
import { widthOf } from '../src/certificate-authority/fonts.ts';
import { carRequest, insurer, startAuthority, type Fields } from './authority-world.ts';
import { cleanUp, movableClock, only } from './world.ts';

describe('the certificates of the simulated authority', () => {
  const after = cleanUp();
  afterEach(() => after.now());

  const issue = async (fields: Fields = {}) => {
    const clock = movableClock();
    const simulator = await startAuthority(after, clock);
    const info = only((await insurer(simulator).request(fields)).body.infos);
    const page = `${simulator.url}/verification/${info.numero_attestation}`;
    return { clock, simulator, info, page };
  };
  const fileAt = async (link: string) => {
    const response = await fetch(link);
    return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const pageAt = async (url: string) => {
    const response = await fetch(url, { headers: { accept: 'text/html' } });
    return { status: response.status, text: await response.text() };
  };

  it('are available as a PDF, a picture and a QR code, identical each time', async () => {
    const { info } = await issue();
    const pdf = await fileAt(info.lien_pdf);
    expect(pdf.type).to.equal('application/pdf');
    expect(pdf.bytes.subarray(0, 5).toString()).to.equal('%PDF-');
    expect(pdf.bytes.toString('latin1')).to.match(/\/Type \/Page\b/);
    expect((await fileAt(info.lien_pdf)).bytes.equals(pdf.bytes)).to.equal(true);
    const image = await fileAt(info.lien_image);
    expect(image.type).to.equal('image/png');
    expect(PNG.sync.read(image.bytes)).to.include({ width: 1263, height: 893 });
    const code = PNG.sync.read((await fileAt(info.lien_qrcode)).bytes);
    expect(code.width).to.equal(code.height).and.to.be.at.least(300);
  });

  it('can be annulled as by an insurer, once, which their page shows from then on', async () => {
    const { clock, simulator, info, page } = await issue();
    const annul = async (numero: string) => {
      const response = await fetch(`${simulator.url}/sandbox/certificates/${numero}/annul`, { method: 'POST' });
      return { status: response.status, text: await response.text() };
    };
    const first = await annul(info.numero_attestation);
    expect(JSON.parse(first.text)).to.have.property('numero_attestation', info.numero_attestation);
    clock.advance(86_400);
    expect(await annul(info.numero_attestation)).to.deep.equal(first);
    const { text } = await pageAt(page);
    expect(text).to.include('Attestation annulée').and.not.include('Attestation valide');
    expect((await annul('SP-9')).status).to.equal(404);
  });

  it('are yellow for cars and green for two-wheelers', async () => {
    const colourAt = async (fields: Fields): Promise<number[]> => {
      const { info } = await issue(fields);
      const { data, width } = PNG.sync.read((await fileAt(info.lien_image)).bytes);
      return [...data.subarray((width * 140 + 200) * 4, (width * 140 + 200) * 4 + 3)];
    };
    const [red = 0, green = 0, blue = 0] = await colourAt({});
    expect(red > 200 && green > 150 && blue < 100, `${red} ${green} ${blue}`).to.equal(true);
    const [r = 0, g = 0, b = 0] = await colourAt({ categorie_vehicule: '05', code_nature_attestation: 'VERT' });
    expect(g > r && g > b, `${r} ${g} ${b}`).to.equal(true);
  });

  const drawn = (over: Partial<Record<keyof typeof carRequest, string>> = {}) => {
    const certificate = {
      numero: 'SP-1',
      demande: { ...carRequest, ...over },
      issuedAt: '2026-11-01T10:00:00Z',
      annulledAt: null,
    };
    const { shapes } = certificateDrawing(certificate, 'http://authority');
    return shapes.flatMap((shape) => (shape.kind === 'text' ? [shape] : []));
  };
  const textsOn = (over: Parameters<typeof drawn>[0] = {}) => drawn(over).map(({ text }) => text);

  it('contain every name, in any script and of any length, and are marked as specimens', async () => {
    const name = 'محمد 王小明 Ольга Đặng 😀 \u0007 ' + 'nom '.repeat(60);
    const { info } = await issue({ nom_assure: name });
    expect((await fileAt(info.lien_pdf)).bytes.subarray(0, 5).toString()).to.equal('%PDF-');
    expect(textsOn({ nom_assure: name }).join('\n'))
      .to.include('SPÉCIMEN – bac à sable')
      .and.include('WangXiaoMing Ольга Đặng');
    for (const { text, weight, size, turn } of drawn({ nom_assure: name }))
      if (turn === undefined) expect(widthOf(text, weight, size), text).to.be.at.most(760);
  });

  it('show the longest plate in full, beside the longest month', () => {
    const month = { date_effet: '2026-09-26', date_echeance: '2027-09-25' };
    for (const plate of ['W'.repeat(20), 'ABCDEFGHIJ-123456789'])
      expect(textsOn({ numero_immatriculation: plate, ...month })).to.include.members([
        ...[plate, 'du 26 septembre 2026', 'au 25 septembre 2027 inclus'],
      ]);
  });

  it('name a single day of cover once', () => {
    const day = { date_effet: '2026-09-26', date_echeance: '2026-09-26' };
    expect(textsOn(day)).to.include('le 26 septembre 2026').and.not.include('du 26 septembre 2026');
  });

  it('have a different title for motorbikes', () => {
    expect(textsOn().join(' ')).to.include('Attestation d’assurance automobile');
    const bike = { categorie_vehicule: '05', genre_vehicule: 'GV09', code_nature_attestation: 'VERT' };
    expect(textsOn(bike).join(' '))
      .to.include('Attestation d’assurance deux-roues')
      .and.not.match(/automobile|voiture/i);
  });

  it('can be verified without a key: before, during and after the cover', async () => {
    const { clock, page } = await issue({ date_effet: '2026-11-02' });
    expect((await pageAt(page)).text).to.include('Pas encore en vigueur');
    clock.advance(86_400);
    const { status, text } = await pageAt(page);
    expect([status, text.includes('Attestation valide')]).to.deep.equal([200, true]);
    expect(text).to.include('AA-123-AB').and.include('Kouassi A.').and.not.include('Kouassi Awa');
    clock.advance(365 * 86_400);
    expect((await pageAt(page)).text).to.include('Attestation expirée');
  });

  it('that are unknown are reported as unknown, on the page and for files', async () => {
    const { simulator } = await issue();
    const files = ['.pdf', '.png', '/qrcode.png'].map((end) => `/attestations/SP-9${end}`);
    for (const path of ['/verification/SP-9', ...files]) {
      const { status, text } = await pageAt(simulator.url + path);
      expect([path, status, text.includes('Attestation inconnue')]).to.deep.equal([path, 404, true]);
    }
  });
});
