import type { Cost } from './measure.ts';

/**
 * DynamoDB calls that wait for each other: one wave of admission, one of the endpoint's own reads; for what writes, one more, the
 * transaction. The two waves of reads are not one: a request that is refused must read no more than admission does (refused.ts).
 */
export const WAVES = { read: 2, write: 3 };

/** Endpoints that need more, how many, and why. */
export const EXCEPTIONS: Record<string, { waves: number; why: string }> = {
  'auth-login': {
    waves: 5,
    why: 'The account is found by its address; a try is counted before its outcome is told; the session is written when it is right.',
  },
  'auth-mfa-verify': { waves: 4, why: 'A try is counted before the code is looked at; the session is written when it is right.' },
  'auth-passkey-login-options': { waves: 4, why: 'The account is found by its address, its passkeys by the account.' },
  'auth-passkey-login': { waves: 4, why: 'The passkey is found by the name that the authenticator gives it.' },
  'auth-idp': { waves: 4, why: 'The account is found by the identity or its address.' },
  'auth-forgot-password': {
    waves: 4,
    why: 'The account is found by its address; its mails are counted before one more is asked for.',
  },
  'me-totp-disable': { waves: 4, why: 'A try is counted before its outcome is told; the change is written when it is right.' },
  'me-backup-codes-regenerate': { waves: 4, why: 'As disabling.' },
  'auth-resend-confirmation': {
    waves: 4,
    why: 'The account is found by its address; its mails are counted before one more is asked for.',
  },
  'clients-update': { waves: 4, why: 'Which documents follow the client is read when its change is stored.' },
  'document-series-audit': {
    waves: 3,
    why: 'Which documents to read follows from the register of the series; 25 are read at once.',
  },
  'invoices-submit': {
    waves: 5,
    why: 'The connection follows from the organization of the company. The intent is stored before the upload, its end after it.',
  },
  'share-view': { waves: 4, why: 'No company is known: the token says whose link it is; then the look is noted.' },
  'share-pdf': { waves: 5, why: 'As looking at a link, and the whole document is read to be printed.' },
  'share-xml': { waves: 4, why: 'As looking at a link.' },
  'invoice-emails-defaults': { waves: 3, why: 'Who the client is follows from the document.' },
  'exports-csv': {
    waves: 4,
    why: 'Which documents the table has follows from the list; the export is counted before it is made.',
  },
  'invoices-upload': { waves: 5, why: 'As submit; a draft is issued first, with one transaction more.' },
  'members-list': { waves: 3, why: 'Whose accounts to read follows from the members of the organization of the caller.' },
  'members-update': { waves: 4, why: 'The member is looked for in the organization of the caller, then the account behind it.' },
  'members-remove': { waves: 4, why: 'As changing a member.' },
  'invitations-create': { waves: 4, why: 'What the plan allows follows from the memberships of the caller.' },
  'me-remove': {
    waves: 5,
    why: 'A try is counted before its outcome is told; what is left of the organizations follows from the memberships.',
  },
  'taxauth-save-token': { waves: 4, why: 'Whether the token is there already is asked when its text is known to be one.' },
  'taxauth-remove-token': {
    waves: 4,
    why: 'The token lies with an organization, which follows from the memberships; who loses a connection by it is read then.',
  },
  'taxauth-validate-cif': {
    waves: 5,
    why: 'The token lies with an organization, which follows from the memberships; the authority is asked before the answer is kept.',
  },
  'taxauth-connect-callback': {
    waves: 6,
    why: 'The consent is found by its state and used up before the code is exchanged; then a token is saved as above.',
  },
};

export const wavesAllowed = ({ name, writes }: Pick<Cost, 'name' | 'writes'>): number =>
  EXCEPTIONS[name]?.waves ?? (writes ? WAVES.write : WAVES.read);

/** What a call takes beyond its target, each in a sentence. */
export const beyond = (cost: Cost): string[] => [
  ...(cost.waves > wavesAllowed(cost)
    ? [`${cost.name} takes ${cost.waves} waves of DynamoDB calls; the target is ${wavesAllowed(cost)}.`]
    : []),
  ...(cost.scans > 0 ? [`${cost.name} scans the table.`] : []),
];
