import type { CompanyFact } from '../domain/company/company.ts';
import { CURRENCY } from '../shared/money.ts';
import type { ActionWords } from './action-words.ts';
import { CODES, cancelledInFrench, EXTENTS, ON_PAGES, UNANSWERED } from './cancellation-fr.ts';
import { amountInFrench, dayInFrench, inFrench, monthInFrench, numberInFrench } from './fr.ts';
import { PAPERS_IN_FRENCH } from './paper-words.ts';
import { providerName } from './provider-name.ts';
import { STATEMENT_IN_FRENCH } from './statement-words.ts';
import { alreadyInFrench } from './status-fr.ts';
import { VOUCHER_ACTIONS_IN_FRENCH, VOUCHER_FAILURES_IN_FRENCH } from './vouchers-fr.ts';
import { UNWRITTEN } from './unwritten-fr.ts';

const francs = (amount: number): string => amountInFrench(amount, CURRENCY);

const WHY = 'Motif';

const FACTS: Readonly<Record<CompanyFact, string>> = {
  intermediaryCode: 'Code intermédiaire, attribué par l’organisme émetteur',
  office: 'Code du bureau, attribué par l’organisme émetteur',
  legalForm: 'Forme juridique, imprimée sur les documents',
  address: 'Adresse, imprimée sur les documents',
  licence: 'Numéro d’agrément, imprimé sur les documents',
  phone: 'Téléphone, imprimé sur les documents',
};

const bordereauxWritten = ({ length: insurers }: readonly unknown[]): string =>
  insurers === 0
    ? 'Aucune opération ce mois-là : il n’y a pas de bordereau.'
    : `Bordereaux prêts pour ${insurers} ${insurers === 1 ? 'assureur' : 'assureurs'}.`;

/** The words of the console's forms. Results and failures name the pages that come next. */
export const ACTIONS_IN_FRENCH: ActionWords<'form'> = {
  actions: {
    'payment close': {
      title: 'Abandonner la demande de paiement',
      consequence:
        'La société pourra faire une nouvelle demande pour le même devis. Si le payeur paie quand même la demande abandonnée, il sera remboursé. N’abandonnez jamais une demande que le payeur a déjà payée.',
      fields: { why: WHY },
      done: 'La demande de paiement est abandonnée. La société peut faire une nouvelle demande pour le même devis.',
    },
    'payment refunded': {
      title: 'Enregistrer un remboursement',
      consequence:
        'Enregistrez seulement un remboursement déjà fait. Le service interroge une dernière fois l’opérateur de paiement, pour éviter un double remboursement.',
      fields: {
        reference: 'Référence du virement ou du remboursement',
        why: WHY,
        onPages: `${ON_PAGES} (par la fonction de remboursement, et non par un envoi d’argent)`,
        unanswered: UNANSWERED,
        unasked:
          'Enregistrer de nouveau ce remboursement sans interroger l’opérateur (réservé à l’administrateur, après une restauration de la base de données, pendant la suspension des paiements)',
      },
      done: ({ refund, givenBackBy, reference }) => {
        const amount = amountInFrench(refund.amount, refund.currency);
        if (givenBackBy === 'operator') return `Le remboursement de ${amount} est enregistré.`;
        const askBack = `réclamez la somme au payeur${refund.currency === CURRENCY ? ', puis cliquez sur « Régulariser un remboursement » sur la page du paiement' : ''}.`;
        return givenBackBy === 'provider'
          ? `${providerName(refund.provider)} avait déjà remboursé ${amount} ; ce remboursement est enregistré. Ne faites aucun virement. Si le virement ${reference} est déjà parti, ${askBack}`
          : `Un autre virement avait déjà remboursé ${amount}. Le virement ${reference} figure dans l’historique du paiement. S’il est parti lui aussi, ${askBack}`;
      },
    },
    'payment settle': {
      title: 'Régulariser un remboursement',
      consequence:
        'Utilisez cette action si le remboursement n’a pas été fait comme prévu. La régularisation est comptabilisée définitivement, avec votre nom et votre motif.',
      fields: {
        how: {
          label: 'Régularisation',
          choices: {
            on_pages: ON_PAGES,
            covered: 'Remboursement fait par virement depuis notre compte : l’opérateur nous a reversé la somme',
            payer_owes: 'Remboursement fait à tort : le payeur nous doit la somme',
            transferred: 'Virement fait en plus d’un autre remboursement : le payeur nous doit la somme',
            payer_settled: 'Créance sur le payeur réglée ou passée en perte',
          },
        },
        why: WHY,
      },
      done: (settled) => `Régularisation comptabilisée : ${settled.map(({ amount }) => francs(amount)).join(', ')}.`,
    },
    'payment pause': {
      title: 'Suspendre les paiements',
      consequence:
        'Les nouveaux paiements seront refusés d’ici cinq secondes. Les paiements en cours se termineront normalement.',
      fields: { why: WHY },
      done: 'Les paiements sont suspendus.',
    },
    'payment resume': {
      title: 'Reprendre les paiements',
      consequence: 'Les paiements seront de nouveau acceptés.',
      fields: {},
      done: 'Les paiements ont repris.',
    },
    'contract cancel': {
      title: 'Annuler le contrat',
      consequence:
        'Si le contrat a pris effet, la garantie cesse à la fin du dernier jour que vous saisissez. Sans dernier jour saisi, la garantie cesse ce soir à minuit. Si le contrat n’a pas pris effet, aucun jour n’est garanti. La société verra le motif, qui figure aussi sur l’avis d’annulation.',
      fields: {
        reason: { label: 'Cause de l’annulation', choices: CODES },
        why: WHY,
        lastDay: 'Dernier jour de garantie',
        refund: { label: 'Remboursement', choices: EXTENTS },
      },
      done: cancelledInFrench,
    },
    'certificate annulled': {
      title: 'Enregistrer l’annulation de l’attestation',
      consequence: 'Enregistrez l’annulation une fois que l’organisme émetteur vous l’a confirmée.',
      fields: { note: 'Mode de confirmation de l’annulation (appel, courriel, espace en ligne)' },
      done: 'L’annulation de l’attestation est enregistrée.',
    },
    ...PAPERS_IN_FRENCH.actions,
    'certificate retry': {
      title: 'Relancer la demande d’attestation',
      consequence:
        'Le service interroge l’organisme émetteur immédiatement, puis à intervalles réguliers pendant six heures au plus.',
      fields: { why: WHY },
      done: 'La demande d’attestation est relancée.',
    },
    'certificate retry --all': {
      title: 'Relancer les demandes d’attestation refusées',
      consequence:
        'Le service redemande à l’organisme émetteur chaque attestation refusée, pendant six heures au plus.',
      fields: { why: WHY },
      done: ({ length: count }) =>
        count === 0
          ? 'Aucune demande d’attestation n’est à relancer.'
          : count === 1
            ? 'Une demande d’attestation est relancée.'
            : `${numberInFrench(count)} demandes d’attestation sont relancées.`,
    },
    'certificate attach': {
      title: 'Joindre ou corriger l’attestation',
      consequence:
        'L’attestation que vous saisissez devient celle du contrat. Collez les liens fournis par l’organisme émetteur. Vous pouvez corriger votre saisie sur cette page tant que les documents ne sont pas enregistrés.',
      fields: {
        number: 'Numéro de l’attestation',
        pdf: 'Lien vers le PDF',
        image: 'Lien vers l’image',
        qr: 'Lien vers le QR code',
        why: WHY,
      },
      done: 'L’attestation est jointe. Le service prépare les documents.',
    },
    'company add': {
      title: 'Ajouter une société',
      consequence: 'La société est ajoutée sans clé d’API. Créez ensuite une clé sur la page de la société.',
      fields: { name: 'Nom', ...FACTS },
      done: ({ name }) => `La société ${name} est ajoutée.`,
    },
    'company set': {
      title: 'Modifier la société',
      consequence:
        'Les prochaines demandes d’attestation et les prochains documents utiliseront ces informations. Un champ laissé vide efface l’information enregistrée.',
      fields: { name: 'Nom', ...FACTS },
      done: ({ name }) => `Les informations de la société ${name} sont enregistrées.`,
    },
    'company disable': {
      title: 'Désactiver la société',
      consequence: 'Les clés de la société seront refusées d’ici cinq secondes.',
      fields: {},
      done: ({ name }) => `La société ${name} est désactivée.`,
    },
    'company enable': {
      title: 'Réactiver la société',
      consequence: 'Les clés de la société seront de nouveau acceptées.',
      fields: {},
      done: ({ name }) => `La société ${name} est réactivée.`,
    },
    'key issue': {
      title: 'Créer une clé',
      consequence:
        'La clé s’affiche une seule fois, sur la page suivante. Si une seconde personne doit confirmer la création, c’est elle qui verra la clé et la remettra à la société.',
      fields: { label: 'Usage de la clé', expires: 'Date d’expiration, premier jour où la clé est refusée' },
      done: ({ key }) => key,
    },
    'key revoke': {
      title: 'Révoquer une clé',
      consequence: 'D’ici cinq secondes, la clé sera refusée définitivement.',
      fields: { key: 'Premiers caractères de la clé, tels qu’ils figurent sur la page de la société' },
      done: ({ prefix }) => `La clé ${prefix}… est révoquée.`,
    },
    'books close': {
      title: 'Clôturer le mois',
      consequence:
        'Les écritures du mois deviennent définitives, puis les bordereaux du mois sont générés. Une opération du mois qui parvient au service après la clôture sera comptabilisée le mois suivant. Pour un million d’écritures, comptez quelques minutes.',
      fields: { why: WHY },
      done: ({ closing: { month, number }, bordereaux }) =>
        `Mois clôturé : ${monthInFrench(month)} (clôture n° ${number}). ${
          bordereaux.isOk()
            ? bordereauxWritten(bordereaux.value)
            : `Les bordereaux n’ont pas été générés. ${UNWRITTEN[bordereaux.error.code]}`
        }`,
    },
    ...VOUCHER_ACTIONS_IN_FRENCH,
    'bordereau make': {
      title: 'Générer les bordereaux',
      consequence:
        'Les bordereaux sont générés d’après les écritures du mois clôturé. S’ils existent déjà, le service vérifie qu’ils sont identiques, sans les remplacer.',
      fields: {},
      done: bordereauxWritten,
    },
    ...STATEMENT_IN_FRENCH.actions,
    'work dismiss': {
      title: 'Retirer de la liste',
      consequence:
        'La ligne disparaît de la liste ; elle y réapparaît si le problème se reproduit. L’historique conserve votre nom et votre motif.',
      fields: { why: WHY },
      done: 'La ligne est retirée.',
    },
    'work run': {
      title: 'Relancer les tâches',
      consequence: 'Les tâches en attente sont exécutées immédiatement, sans attendre le prochain contrôle périodique.',
      fields: {
        name: {
          label: 'Tâches',
          choices: {
            payments: 'Paiements et relevés',
            certificates: 'Attestations',
            documents: 'Documents',
            days: 'Prises d’effet et échéances',
          },
        },
      },
      done: ({ job }) =>
        job === 'documents'
          ? 'L’édition des documents est relancée. Les documents qui manquent encore restent dans la liste À traiter.'
          : 'Les tâches sont exécutées. Le service relancera celles qui ont échoué.',
    },
    'session end': {
      title: 'Fermer la session',
      consequence: 'La personne devra se connecter de nouveau.',
      fields: { why: WHY },
      done: ({ ended, links }) =>
        ended.length === 1 && links === 0
          ? 'La session est fermée.'
          : `Sessions fermées : ${ended.length}. Liens d’accès annulés : ${links}.`,
    },
  },
  failures: {
    company_not_found: 'Cette société n’existe pas.',
    company_name_taken: 'Une société porte déjà ce nom. Saisissez un autre nom.',
    nothing_to_correct: 'Vous n’avez changé aucune information : rien n’est enregistré.',
    key_not_found: 'Cette clé n’appartient pas à cette société. Choisissez une clé sur la page de la société.',
    key_ambiguous:
      'Plusieurs clés commencent par ces caractères. Saisissez tous les caractères qu’affiche la page de la société.',
    contract_not_found: 'Ce contrat n’existe pas.',
    ...PAPERS_IN_FRENCH.failures,
    contract_cancelled: 'Ce contrat est annulé : rien n’a été modifié.',
    certificate_number_issued:
      'L’organisme émetteur a déjà émis l’attestation de ce contrat : le numéro de l’attestation ne peut pas changer. Corrigez seulement les liens.',
    nothing_to_annul: 'Ce contrat n’a aucune attestation à annuler, ou l’annulation est déjà enregistrée.',
    contract_over: 'Le dernier jour de garantie est passé : il n’y a plus rien à annuler.',
    no_last_day:
      'Ce contrat n’a pas pris effet, ou son attestation n’est pas émise. Laissez vide le champ « Dernier jour de garantie ».',
    last_day_out_of_range: ({ from, until }) =>
      `Choisissez un dernier jour entre le ${dayInFrench(from)} et le ${dayInFrench(until)}.`,
    refund_required: `Ce contrat n’a pas d’attestation : choisissez le remboursement « ${EXTENTS.full} ».`,
    certificate_not_ours: ({ why }) =>
      `Cette attestation ne correspond pas au contrat : ${inFrench(why)}. Rien n’a été modifié.`,
    payment_not_found: 'Ce paiement n’existe pas.',
    payment_still_opening:
      'La demande est en cours d’envoi à l’opérateur de paiement. Réessayez dans une minute. Si ce message s’affiche encore, attendez que la page de paiement expire : le service mettra alors le paiement à jour.',
    refund_not_found: 'Ce paiement n’a aucun remboursement en attente.',
    refund_under_way:
      'Un remboursement est en cours chez l’opérateur de paiement. Rechargez la page du paiement dans une minute.',
    refund_must_be_asked:
      'Décochez la case réservée à l’administrateur : le service doit d’abord interroger l’opérateur de paiement. Cette case ne sert qu’après une restauration de la base de données, avant la reprise des paiements et des tâches.',
    refund_uncertain: `L’opérateur de paiement ne confirme pas le remboursement : rien n’est enregistré. Ne faites aucun virement. Cherchez le paiement dans l’espace marchand de l’opérateur. Si aucun remboursement n’y figure, recommencez en cochant « ${UNANSWERED} ».`,
    refund_open: `Ce paiement a encore un remboursement en attente. Si c’est ce remboursement qui figure sur le relevé, enregistrez-le d’abord depuis la page du paiement, en cochant « ${ON_PAGES} ».`,
    nothing_to_settle: ({ ofPayments }) => {
      const where = ofPayments.length === 1 ? 'un autre paiement' : 'd’autres paiements';
      const others = ofPayments.length > 0 ? ` La référence du virement figure aussi sur ${where} :` : '';
      return `Ce paiement n’appelle aucune régularisation de ce type, ou la régularisation est déjà comptabilisée. Si un virement a été fait, enregistrez-le d’abord depuis la page du paiement.${others}`;
    },
    illegal_transition: ({ machine, from }) =>
      `${alreadyInFrench(machine, from)} : rien n’a été modifié. Consultez l’historique.`,
    month_unknown: 'Ce mois n’existe pas. Choisissez un mois sur la page Comptabilité.',
    month_open: 'Ce mois n’est pas clôturé.',
    month_not_over: 'Ce mois n’est pas terminé. Clôturez-le à partir du premier jour du mois suivant.',
    month_closed:
      'Ce mois est déjà clôturé et ne peut plus être modifié. Si les bordereaux du mois manquent, ouvrez la page Comptabilité, cliquez sur « Voir » dans la colonne Bordereaux, puis générez-les.',
    former_month_open: ({ month }) => `Les mois se clôturent dans l’ordre. Clôturez d’abord ${monthInFrench(month)}.`,
    bordereaux_folder: ({ code }) => UNWRITTEN[code],
    bordereaux_differ: ({ code }) => UNWRITTEN[code],
    ...STATEMENT_IN_FRENCH.failures,
    item_not_listed: 'Cette ligne n’est plus dans la liste.',
    item_changed: 'Le problème s’est reproduit depuis que vous avez lu cette ligne. Relisez-la avant de la retirer.',
    item_ambiguous:
      'Plusieurs lignes concernent ce paiement ou ce contrat. Ouvrez ce paiement ou ce contrat depuis la liste À traiter, puis retirez la ligne voulue.',
    ...VOUCHER_FAILURES_IN_FRENCH,
    session_not_found: 'Cette session est déjà fermée.',
  },
  invalid: (_, label, kind) =>
    kind === 'url'
      ? `${label} : collez le lien complet fourni par l’organisme émetteur.`
      : kind === 'moment'
        ? `${label} : choisissez une date à venir.`
        : `${label} : saisie non valable. Saisissez un texte d’une seule ligne.`,
};
