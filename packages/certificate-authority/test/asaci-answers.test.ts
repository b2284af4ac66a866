import {
  asaciCertificateAuthority,
  type AsaciCertificateAuthority,
  type AsaciConfig,
} from '@vehicle-insurance/certificate-authority';
import { LARGEST_DOCUMENT, type Outcome } from '@vehicle-insurance/core';
import {
  aCertificate,
  aPremium,
  aQuote,
  aVehicle,
  day,
  cut,
  scriptedServer,
  json,
  silence,
  STATUSES,
  timersDuring,
  type ScriptedRequest,
  type ScriptedServer,
  NO_ANSWER,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { anApplication, CREDENTIALS } from './an-application.ts';

const ACCEPTANCE = { requestNumber: '1000001', requestReference: 'DEM-1' };

const [pdfLink, imageLink, qrCodeLink] = ['a.pdf', 'a.png', 'a'].map((file) => `https://asaci.example/${file}`);
const INFO = {
  ...{ numero_attestation: 'SP-1', numero_immatriculation: 'AA-123-AB' },
  ...{ date_effet: '2026-02-01', date_echeance: '2027-01-31' },
  ...{ lien_pdf: pdfLink, lien_image: imageLink, lien_qrcode: qrCodeLink },
};
const ISSUED = { statut: 0, numero_demande: 1000001, reference_demande: 'DEM-1', infos: [INFO] };

const CERTIFICATE = {
  ...{ certificateNumber: 'SP-1', insuranceCompany: 'Assurances Exemple' },
  ...{ effectiveDate: '2026-02-01', expiryDate: '2027-01-31', pdfLink, imageLink, qrCodeLink },
};

const TOLD = { policyNumber: null, licencePlate: 'AA-123-AB' };
const UNTOLD = { policyNumber: null, licencePlate: null };

const held = (over: object = {}) => ({
  outcome: 'done',
  value: { acceptance: ACCEPTANCE, certificate: CERTIFICATE, ...TOLD, ...over },
});

const unknown = (why: object) => ({ outcome: 'unknown', why });
const refused = (reason: object | string) => ({ outcome: 'refused', reason });

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

/** For calls without a response, or without a usable one. */
const IMPATIENT = { timeouts: { calls: 100, image: 200 } };

describe('asaciCertificateAuthority', () => {
  let server: ScriptedServer;
  const opened: AsaciCertificateAuthority[] = [];

  before(async () => {
    server = await scriptedServer();
  });
  after(async () => {
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await server.close();
  });

  const asaci = (over: Partial<AsaciConfig> = {}): AsaciCertificateAuthority => {
    const made = asaciCertificateAuthority({
      baseUrl: server.url,
      credentials: CREDENTIALS,
      insuranceCompany: 'Assurances Exemple',
      allowedHosts: [new URL(server.url).host],
      ...over,
    });
    opened.push(made);
    return made;
  };

  it('waits half a minute for a call and for a picture', async () => {
    const authority = asaci({ baseUrl: 'http://127.0.0.1:1' });
    expect(await timersDuring(() => authority.request(anApplication()))).to.include(30_000);
    const certificate = aCertificate({ imageLink: `${server.url}/a.png` });
    expect(await timersDuring(() => authority.image(certificate))).to.include(30_000);
  });

  const answering = (bodies: Partial<Record<'request' | 'progress' | 'retrieve', unknown>>) =>
    server.answer((response, { url }: ScriptedRequest) => {
      const kind = url.includes('Apiediton') ? 'request' : url.includes('Verification') ? 'progress' : 'retrieve';
      json(200, bodies[kind] ?? {})(response);
    });

  const sent = (): { readonly liste_demande: readonly Record<string, string>[] } & Record<string, string> =>
    JSON.parse(server.asked.at(-1)?.body ?? '{}') as ReturnType<typeof sent>;

  it('accepts document addresses only on its hosts, over HTTPS if it uses HTTPS itself, and without a user name', () => {
    const at = (protocol: string) =>
      asaci({ baseUrl: `${protocol}://authority.example`, allowedHosts: ['authority.example'] }).serves;
    const link = 'authority.example/a.png';
    const servedAt: Readonly<Record<string, readonly string[]>> = {
      https: [`https://${link}`],
      http: [`https://${link}`, `http://${link}`],
    };
    for (const [protocol, served] of Object.entries(servedAt))
      for (const each of [
        ...['https', 'http', 'ftp'].map((scheme) => `${scheme}://${link}`),
        ...[`https://user@${link}`, `https://:secret@${link}`, 'https://elsewhere.example/a.png', 'no address', ''],
      ])
        expect(at(protocol)(each), `${protocol}: ${each}`).to.equal(served.some((one) => one === each));
  });

  it('accepts a certificate whose request has no number, no reference or neither', async () => {
    const { numero_demande: number, reference_demande: reference, ...unnumbered } = ISSUED;
    for (const [numbers, acceptance] of [
      [{}, { requestNumber: '', requestReference: '' }],
      [{ numero_demande: number }, { requestNumber: '1000001', requestReference: '' }],
      [{ reference_demande: reference }, { requestNumber: '', requestReference: 'DEM-1' }],
    ] as const) {
      answering({ retrieve: { ...unnumbered, ...numbers } });
      expect(await asaci().find('VI-1')).to.deep.include(held({ acceptance }));
    }
  });

  it('reads days with a time, values with blanks around them, and a policy number outside the list', async () => {
    const days = { date_effet: '2026-02-01 00:00:00', date_echeance: '2027-01-31T23:59:59' };
    const info = { ...INFO, numero_attestation: ' SP-1 ', ...days };
    answering({ retrieve: { ...ISSUED, numero_police: 'VI-1', infos: [info] } });
    expect(await asaci().find('VI-1')).to.deep.include(held({ policyNumber: 'VI-1' }));
    answering({ retrieve: { ...ISSUED, numero_police: 'VI-1', infos: [{ ...info, numero_police: 'VI-9' }] } });
    expect(await asaci().find('VI-1'), 'that of the entry').to.deep.include(held({ policyNumber: 'VI-9' }));
  });

  describe('when requesting a certificate', () => {
    // Proves: authority-gets-company-code
    it('sends the authority’s fields and codes', async () => {
      answering({ request: ISSUED });
      const vehicle = aVehicle({ licencePlate: 'AA-123-AB', brand: 'Toyota', model: '  ', energy: 'hybrid' });
      await asaci().request(anApplication({ policyNumber: 'VI-1', vehicle, intermediaryCode: 'INT-9' }));
      expect(server.asked.at(-1)).to.include({ method: 'POST', url: '/edition/1.0/Apiediton' });
      // On a new connection: a stale one would look like a lost response.
      expect(server.asked.at(-1)?.headers).to.include({ connection: 'close' });
      const { liste_demande: demandes, ...codes } = sent();
      expect(codes).to.deep.equal({
        ...{ code_demandeur: 'DEM-1', code_intermediaire: 'INT-9', code_compagnie: 'CIE-1' },
        code_acces: 'an-access-code',
      });
      expect(demandes).to.deep.equal([
        {
          ...{ date_demande_edition: '2026-01-15', date_souscription: '2026-01-15', date_effet: '2026-02-01' },
          ...{ date_echeance: '2027-01-31', genre_vehicule: 'GV04', numero_immatriculation: 'AA-123-AB' },
          ...{ type_vehicule: 'TV10', model_vehicule: 'NA', marque_vehicule: 'Toyota', categorie_vehicule: '01' },
          ...{ usage_vehicule: 'UV01', source_energie: 'SEHY', nombre_place: '5', numero_chassis: 'NA' },
          ...{ date_premiere_mise_en_circulation: '2021-06-01', valeur_neuve: '14000000' },
          ...{ valeur_venale: '9000000', zone_circulation: 'CIV002' },
          ...{ nom_souscripteur: 'Awa Koné', type_souscripteur: 'TSPP', adresse_mail_souscripteur: 'NA' },
          ...{ numero_telephone_souscripteur: '+2250701020304', numero_telephone_assure: '+2250701020304' },
          ...{ nom_assure: 'Awa Koné', type_assure: 'TAPP', adresse_mail_assure: 'NA', numero_police: 'VI-1' },
          ...{ rc: '100000', montant_autres_garanties: '0', montant_prime_nette_total: '100000' },
          ...{ montant_accessoires: '5000', montant_taxes: '15225', montant_carte_brune: '0', fga: '0' },
          ...{ montant_prime_ttc: '120225', code_nature_attestation: 'JAUN', garantie: 'Tiers' },
        },
      ]);
    });

    const demandeOf = async (application: Parameters<typeof anApplication>[0], over: Partial<AsaciConfig> = {}) => {
      answering({ request: ISSUED });
      await asaci(over).request(anApplication(application));
      return sent().liste_demande[0] ?? {};
    };

    it('sends the authority’s value for an empty field if an old quote lacks data', async () => {
      const unknown = { numero_telephone_souscripteur: 'NA', numero_telephone_assure: 'NA' };
      expect(await demandeOf({ policyholder: { name: 'Awa Koné', phone: null } })).to.include(unknown);
    });

    for (const [title, vehicle, usage, codes] of [
      ['a rented car', { type: 'auto', energy: 'diesel' }, 'renting', '08 GV04 TV12 UV07 JAUN SEDI'],
      ['a small motorbike', { type: 'bike', power: 49, energy: 'electric' }, 'pleasure', '05 GV03 TV13 UV10 VERT SEEL'],
      ['a motorbike', { type: 'bike', power: 50, energy: 'essence' }, 'renting', '05 GV09 TV13 UV10 VERT SEES'],
    ] as const)
      it(`classifies ${title} by the authority’s codes, in the configured zone`, async () => {
        const application = { vehicle: aVehicle(vehicle), quote: aQuote({ usage }) };
        const demande = await demandeOf(application, { zone: 'CIV001' });
        const fields = ['categorie_vehicule', 'genre_vehicule', 'type_vehicule', 'usage_vehicule'];
        fields.push('code_nature_attestation', 'source_energie', 'zone_circulation');
        expect(fields.map((field) => demande[field]).join(' ')).to.equal(`${codes} CIV001`);
      });

    type Line = readonly [code: string, kind: 'component' | 'adjustment' | 'fee' | 'tax' | 'levy', amount: number];
    const premiumOf = (...given: readonly Line[]) => {
      const lines = given.map(([code, kind, amount]) => ({ code, label: code, kind, amount, basis: null }));
      const amount = given.reduce((sum, [, , each]) => sum + each, 0);
      return { quote: aQuote({ premium: aPremium({ amount, lines }) }) };
    };

    it('splits a premium without losing a franc', async () => {
      const premium = premiumOf(
        ['rc', 'component', 60_000],
        ['theft', 'component', 9_000],
        ['minimum', 'adjustment', 1_000],
        ['policy_fee', 'fee', 5_000],
        ['tax', 'tax', 10_875],
        ['stamp', 'levy', 100],
        ['fga', 'levy', 1_200],
        ['brown_card', 'levy', 1_000],
      );
      expect(await demandeOf(premium)).to.include({
        ...{ rc: '60000', montant_autres_garanties: '10000', montant_prime_nette_total: '70000' },
        ...{ montant_accessoires: '5000', montant_taxes: '10975', fga: '1200', montant_carte_brune: '1000' },
        montant_prime_ttc: '88175',
      });
    });

    it('sends parts that add up to the premium, with lines of any code and kind', async () => {
      const parts = ['montant_prime_nette_total', 'montant_accessoires', 'montant_taxes', 'fga', 'montant_carte_brune'];
      for (const code of ['rc', 'fga', 'brown_card', 'other'])
        for (const kind of ['component', 'adjustment', 'fee', 'tax', 'levy'] as const) {
          const demande = await demandeOf(premiumOf(['rc', 'component', 60_000], [code, kind, 700]));
          const sum = (...names: readonly string[]) => names.reduce((all, name) => all + Number(demande[name]), 0);
          expect(sum(...parts), `${code} as ${kind}`).to.equal(60_700);
          expect(sum('rc', 'montant_autres_garanties')).to.equal(sum('montant_prime_nette_total'));
        }
    });

    it('accepts a certificate only if it is complete', async () => {
      answering({ request: ISSUED });
      const issued = await asaci().request(anApplication());
      expect(issued).to.deep.include(held());
      for (const field of Object.keys(INFO).filter((name) => name !== 'numero_immatriculation')) {
        answering({ request: { ...ISSUED, infos: [{ ...INFO, [field]: 'NA' }] } });
        const answer = await asaci().request(anApplication());
        expect(answer, field).to.deep.include(held({ certificate: null }));
      }
    });

    for (const [statut, meaning] of [
      [125, 'unlisted'],
      [-99, 'unlisted'],
      [-16, 'unavailable'],
      [-37, 'too_many_requests'],
    ] as const)
      it(`treats status ${statut} as undecided (${meaning})`, async () => {
        answering({ request: { statut }, progress: { statut }, retrieve: { statut } });
        for (const asked of [asaci().request(anApplication()), asaci().ask(ACCEPTANCE), asaci().find('VI-1')])
          expect(await asked).to.deep.include(unknown({ code: 'authority_status', status: statut, meaning }));
      });

    // Proves: duplicate-certificate
    it('returns a duplicate with the request that it names, ours or not, and its details', async () => {
      const duplicate = { statut: -1, numero_demande: '1000001', reference_demande: 'DEM-1' };
      const reason = { kind: 'duplicate', answer: { code: 'authority_status', status: -1, meaning: 'duplicate' } };
      const asked = async (retrieve: unknown, over: Partial<AsaciConfig> = {}) => {
        answering({ request: duplicate, retrieve });
        return asaci(over).request(anApplication({ effectiveDate: day('2026-02-02') }));
      };
      const found = { ...ISSUED, numero_demande: 7, infos: [{ ...INFO, numero_police: 'VI-9' }] };
      const other = held({ policyNumber: 'VI-9' }).value;
      expect(await asked(found)).to.deep.include(refused({ ...reason, held: other }));
      expect(sent()).to.include({ numero_demande: ACCEPTANCE.requestNumber });
      expect(await asked({ statut: 121, infos: [] })).to.deep.include({
        reason: { ...reason, held: { acceptance: ACCEPTANCE, certificate: null, ...UNTOLD } },
      });
      expect((await asked({ statut: -16 })).outcome).to.equal('unknown');
      expect((await asked({ statut: -13 })).outcome).to.equal('unknown');
      expect(await asked(ISSUED, { lookUp: false })).to.deep.include({ reason });
    });

    it('returns a duplicate that is named only by its reference, without a look-up by number', async () => {
      answering({ request: { statut: -1, reference_demande: 'DEM-1' }, retrieve: ISSUED });
      const before = server.asked.length;
      expect(await asaci().request(anApplication())).to.have.deep.nested.property('reason.held', {
        acceptance: { requestNumber: '', requestReference: 'DEM-1' },
        certificate: null,
        ...UNTOLD,
      });
      expect(server.asked.length - before).to.equal(1);
    });

    it('ignores a number that JavaScript cannot represent, since a different number would be printed', async () => {
      const large = JSON.stringify({ ...ISSUED, infos: [{ ...INFO, numero_attestation: 0 }] })
        .replace('"numero_attestation":0', '"numero_attestation":20260115000012345678')
        .replace('"numero_demande":1000001', '"numero_demande":20260115000012345678');
      server.answer((response) => void response.writeHead(200).end(large));
      expect(await asaci().request(anApplication())).to.have.deep.property('value', {
        acceptance: { requestNumber: '', requestReference: 'DEM-1' },
        certificate: null,
        ...TOLD,
      });
    });

    // Proves: provider-responses-kept
    it('stores the response without access code, names and phone numbers', async () => {
      const message = `code_acces ${CREDENTIALS.access} invalide, rappeler +2250701020304`;
      answering({ request: { ...ISSUED, nom_assure: 'Awa', telephone_assure: '0701020304', message } });
      const { evidence } = await asaci().request(anApplication());
      expect(JSON.stringify(evidence)).to.not.match(/Awa|0701020304/);
      expect(evidence).to.have.nested.property('body.numero_demande', 1000001);
      expect(evidence).to.have.nested.property('body.message').that.includes('code_acces … invalide');
    });

    it('explains a missing response, with the operating system’s code if there is one', async () => {
      server.answer(silence);
      expect(await asaci(IMPATIENT).request(anApplication())).to.deep.include({
        why: { ...NO_ANSWER, of: 'authority' },
        evidence: { got: 'time-out' },
      });
      expect(await asaci({ baseUrl: 'http://127.0.0.1:9' }).request(anApplication())).to.deep.include({
        why: { code: 'no_answer', of: 'authority', failure: 'no connection', detail: 'ECONNREFUSED' },
      });
    });

    const unreadable: Readonly<Record<string, Parameters<ScriptedServer['answer']>[0]>> = {
      'a body that is not JSON': json(200, '<html>'),
      nothing: json(200, ''),
      'JSON without a statut': json(200, { numero_demande: '1' }),
      'a statut that is not a number': json(200, { statut: 'ok' }),
      'an acceptance that names no request': json(200, { statut: 0, infos: [] }),
      'a cut connection': cut,
      silence,
      'many megabytes': (response) => void response.end(Buffer.alloc(2 * 1024 * 1024, ' ')),
    };
    for (const [what, status, body] of [
      ['status -37', 200, { statut: -37 }],
      ['HTTP 429', 429, { statut: 0 }],
      ['HTTP 503', 503, '<html>'],
    ] as const)
      it(`reports throttling on ${what}, with the pause from Retry-After`, async () => {
        for (const [headers, retryAfter] of [
          [{}, null],
          [{ 'retry-after': '7' }, 7_000],
        ] as const) {
          server.answer(json(status, body, headers));
          const { request, ask, find } = asaci();
          for (const outcome of [await request(anApplication()), await ask(ACCEPTANCE), await find('VI-1')])
            expect(outcome).to.deep.include({ outcome: 'unknown', throttled: { retryAfter } });
        }
      });

    for (const [what, by] of Object.entries(unreadable))
      it(`returns unknown for ${what}`, async () => {
        server.answer(by);
        expect((await asaci(IMPATIENT).request(anApplication())).outcome).to.equal('unknown');
      });
  });

  const calls: Readonly<Record<string, (of: AsaciCertificateAuthority) => Promise<Outcome<unknown, unknown>>>> = {
    request: ({ request }) => request(anApplication()),
    ask: ({ ask }) => ask(ACCEPTANCE),
    'ask by number': ({ ask }) => ask({ ...ACCEPTANCE, requestReference: '' }),
    find: ({ find }) => find('VI-1'),
  };
  for (const [call, make] of Object.entries(calls))
    // Proves: credentials-refused
    it(`treats only 200 as the success of "${call}", and 401 and 403 as refused credentials, with any body`, async () => {
      for (const status of STATUSES) {
        const headers = { location: `${server.url}/elsewhere` };
        server.answer((response, { url }) =>
          json(status, url.includes('Verification') ? { statut: 123 } : ISSUED, headers)(response),
        );
        const answer = await make(asaci());
        const reason = { kind: 'credentials', answer: { code: 'access_denied', status } };
        if ([401, 403].includes(status)) expect(answer).to.deep.include({ outcome: 'refused', reason });
        else expect(answer.outcome, `${status}`).to.equal(status === 200 ? 'done' : 'unknown');
      }
    });

  describe('when querying a certificate request', () => {
    it('fetches the certificate after it has been generated', async () => {
      answering({ progress: { statut: 123 }, retrieve: ISSUED });
      expect(await asaci().ask(ACCEPTANCE)).to.deep.include(held());
      expect(server.asked.slice(-2).map(({ body }) => JSON.parse(body) as unknown)).to.deep.equal([
        { code_demandeur: 'DEM-1', reference_demande: 'DEM-1' },
        { code_demandeur: 'DEM-1', code_compagnie: 'CIE-1', numero_demande: '1000001' },
      ]);
      answering({ progress: { statut: 124 }, retrieve: { ...ISSUED, infos: [] } });
      expect(await asaci().ask(ACCEPTANCE)).to.deep.include(held({ certificate: null, ...UNTOLD }));
      answering({ progress: { statut: 124 }, retrieve: { ...ISSUED, numero_demande: 7, reference_demande: 'DEM-7' } });
      expect(await asaci().ask(ACCEPTANCE), 'under its own numbers').to.deep.include(held());
    });

    it('returns not_yet while the certificate is being generated, and refused if the authority refuses the request', async () => {
      for (const [statut, expected] of [
        [121, 'not_yet'],
        [122, 'not_yet'],
        [-2, 'unknown'],
        [-3, 'unknown'],
        [-1, 'refused'],
        [-26, 'refused'],
        [-13, 'refused'],
      ] as const) {
        answering({ progress: { statut }, retrieve: ISSUED });
        const answer = await asaci().ask(ACCEPTANCE);
        expect(answer.outcome, String(statut)).to.equal(expected);
        if (statut === -13) expect(answer).to.have.nested.property('reason.kind', 'credentials');
      }
      server.answer(cut);
      expect((await asaci().ask(ACCEPTANCE)).outcome).to.equal('unknown');
    });

    it('returns the authority’s reason, or why it gave no reason', async () => {
      const findWhen = async (by: Parameters<ScriptedServer['answer']>[0]) => {
        server.answer(by);
        return asaci().find('VI-1');
      };
      const refusal = await findWhen(json(200, { statut: -26 }));
      expect(refusal).to.have.nested.property('reason.kind', 'refused');
      expect(refusal).to.have.nested.property('reason.answer.status', -26);
      expect(await findWhen(json(200, { statut: -2 }))).to.have.nested.property('why.status', -2);
      expect(await findWhen(cut)).to.have.nested.property('why.detail', 'UND_ERR_SOCKET');
      for (const [status, body] of [
        [500, { statut: -26 }],
        [200, {}],
        [200, { statut: 'x-26' }],
        [200, { statut: '-26x' }],
        [200, { statut: -26_000 }],
      ] as const)
        expect(await findWhen(json(status, body)), JSON.stringify(body)).to.deep.include(
          unknown({ code: 'unreadable_answer', of: 'authority', status }),
        );
    });

    it('queries a request by its number, and its progress by its reference if it has one', async () => {
      answering({ progress: { statut: 0 }, retrieve: ISSUED });
      const before = server.asked.length;
      await asaci().ask(ACCEPTANCE);
      expect(server.asked.length - before).to.equal(2);
      expect(sent()).to.include({ numero_demande: ACCEPTANCE.requestNumber });
      await asaci().ask({ ...ACCEPTANCE, requestReference: '' });
      expect(server.asked.length - before).to.equal(3);
      const unnumbered = await asaci().ask({ ...ACCEPTANCE, requestNumber: '' });
      expect(unnumbered).to.deep.include(unknown({ code: 'request_number_missing' }));
    });

    it('looks up a policy if the authority supports it', async () => {
      const none = { outcome: 'done', value: null };
      for (const [retrieve, answer] of [
        [ISSUED, held()],
        // A filtered list, as some servers serialise it.
        [{ ...ISSUED, infos: { 3: INFO } }, held()],
        [{ statut: 0, infos: [] }, none],
        [{ statut: 0 }, none],
        [{ statut: 0, infos: null }, none],
      ] as const) {
        answering({ retrieve });
        expect(await asaci().find('VI-1')).to.deep.include(answer);
      }
      expect(sent()).to.include({ numero_police: 'VI-1' });
      for (const [statut, kind] of [
        [-31, 'refused'],
        [-12, 'credentials'],
      ] as const) {
        answering({ retrieve: { statut } });
        expect(await asaci().find('VI-1')).to.have.nested.property('reason.kind', kind);
      }
      const before = server.asked.length;
      const reason = { kind: 'refused', answer: { code: 'no_look_up' } };
      expect(await asaci({ lookUp: false }).find('VI-1')).to.deep.include(refused(reason));
      expect(server.asked.length).to.equal(before);
    });

    it('does not report a policy as unknown while its certificate is being generated or is incomplete', async () => {
      const { numero_attestation: _number, ...unnumbered } = INFO;
      for (const [retrieve, outcome] of [
        [{ statut: 121, infos: [] }, 'not_yet'],
        [{ statut: 122 }, 'not_yet'],
        [{ statut: 123, infos: [] }, 'unknown'],
        [{ statut: 124 }, 'unknown'],
        [{ statut: 0, infos: [unnumbered] }, 'unknown'],
        [{ statut: 0, infos: [{ ...INFO, lien_pdf: 'NA' }] }, 'unknown'],
        [{ statut: 0, infos: { 1: unnumbered } }, 'unknown'],
        [{ statut: 0, infos: 'none' }, 'unknown'],
      ] as const) {
        answering({ retrieve });
        expect((await asaci().find('VI-1')).outcome, JSON.stringify(retrieve)).to.equal(outcome);
      }
    });
  });

  describe('when fetching a picture', () => {
    const image = (imageLink: string, over: Partial<AsaciConfig> = {}) =>
      asaci(over).image(aCertificate({ imageLink }));
    const bytes =
      (status: number, body: Buffer, headers: Record<string, string> = {}): Parameters<ScriptedServer['answer']>[0] =>
      (response) => {
        response.writeHead(status, headers);
        response.end(body);
      };

    const JPEG = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(64)]);
    for (const [type, picture] of [
      ['image/png', PNG],
      ['image/jpeg', JPEG],
    ] as const)
      it(`copies a file that is ${type} by its bytes, with any declared type`, async () => {
        server.answer(bytes(200, picture, { 'content-type': 'text/html' }));
        const answer = await image(`${server.url}/a.pdf`);
        expect(answer.outcome === 'done' && answer.value.type).to.equal(type);
        expect(answer.outcome === 'done' && Buffer.compare(Buffer.from(answer.value.bytes), picture)).to.equal(0);
      });

    it('refuses any other file', async () => {
      const large = Buffer.concat([PNG, Buffer.alloc(LARGEST_DOCUMENT)]);
      for (const body of ['<svg/>', '', '%PDF-1.7', large]) {
        server.answer(bytes(200, Buffer.from(body), { 'content-type': 'image/png' }));
        const answer = await image(`${server.url}/a.png`, { timeouts: { image: 10_000 } });
        expect(answer).to.deep.include(refused('not_an_image'));
      }
    });

    // Proves: only-authority-hosts
    it('calls no other host, with any address', async () => {
      const before = server.asked.length;
      const { port } = new URL(server.url);
      for (const link of [
        ...['http://169.254.169.254/latest/meta-data', `http://localhost:${port}/a.png`, 'not an address', ''],
        ...[`http://user:secret@127.0.0.1:${port}/a.png`, `http://127.0.0.1:${port}@evil.example/a.png`],
        ...['http://127.0.0.1/a.png', 'file:///etc/passwd', 'data:image/png;base64,AAAA'],
      ])
        expect(await image(link), link).to.deep.include(refused('foreign_host'));
      expect(server.asked.length).to.equal(before);
    });

    const notFetched = (cause: object) => ({
      ...{ code: 'file_not_fetched', file: 'picture', cause: { ...cause, of: 'authority' } },
    });
    const toNext = bytes(302, Buffer.alloc(0), { location: '/next' });
    const after = (redirects: number) => {
      let left = redirects;
      server.answer((response, asked) => ((left -= 1) >= 0 ? toNext : bytes(200, PNG))(response, asked));
      return image(`${server.url}/a.png`);
    };

    // Proves: only-authority-hosts
    it('follows three redirects on its hosts, and none to another host', async () => {
      expect((await after(3)).outcome).to.equal('done');
      expect(await after(4)).to.deep.include(unknown(notFetched({ code: 'unexpected_status', status: 302 })));
      for (const location of ['http://169.254.169.254/', 'http://']) {
        server.answer(bytes(302, Buffer.alloc(0), { location }));
        expect(await image(`${server.url}/a.png`)).to.deep.include(refused('foreign_host'));
      }
    });

    it('returns unknown with the reason if the picture does not arrive', async () => {
      for (const [by, cause] of [
        [json(404, ''), { code: 'unexpected_status', status: 404 }],
        [bytes(404, PNG, { location: '/next' }), { code: 'unexpected_status', status: 404 }],
        [json(500, ''), { code: 'unexpected_status', status: 500 }],
        [bytes(302, Buffer.alloc(0)), { code: 'unexpected_status', status: 302 }],
        ...[201, 202, 206].map((status) => [bytes(status, PNG), { code: 'unexpected_status', status }] as const),
        [cut, { code: 'no_answer', failure: 'broken connection', detail: 'UND_ERR_SOCKET' }],
        [silence, { code: 'no_answer', failure: 'time-out' }],
      ] as const) {
        server.answer(by);
        const outcome = await image(`${server.url}/a.png`, by === silence ? IMPATIENT : {});
        expect(outcome).to.deep.include(unknown(notFetched(cause)));
      }
      server.answer(bytes(200, PNG, { location: '/b.png' }));
      expect((await image(`${server.url}/a.png`)).outcome, 'a picture with a location header').to.equal('done');
    });
  });
});
