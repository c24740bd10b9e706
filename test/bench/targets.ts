import type { Cost } from './measure.ts';

/** DynamoDB calls that wait for each other: one wave of reads; for what writes, one more, the transaction. */
export const WAVES = { read: 1, write: 2 };

/** Endpoints that need more, how many, and why. */
export const EXCEPTIONS: Record<string, { waves: number; why: string }> = {
  'auth-login': {
    waves: 4,
    why: 'The account is found by its address; a try is counted before its outcome is told; the session is written when it is right.',
  },
  'auth-mfa-verify': { waves: 3, why: 'A try is counted before the code is looked at; the session is written when it is right.' },
  'auth-passkey-login-options': { waves: 3, why: 'The account is found by its address, its passkeys by the account.' },
  'auth-passkey-login': { waves: 3, why: 'The passkey is found by the name that the authenticator gives it.' },
  'auth-idp': { waves: 3, why: 'The account is found by the identity or its address.' },
  'auth-forgot-password': {
    waves: 3,
    why: 'The account is found by its address; its mails are counted before one more is asked for.',
  },
  'me-totp-disable': { waves: 3, why: 'A try is counted before its outcome is told; the change is written when it is right.' },
  'me-backup-codes-regenerate': { waves: 3, why: 'As disabling.' },
  'auth-resend-confirmation': {
    waves: 3,
    why: 'The account is found by its address; its mails are counted before one more is asked for.',
  },
  'clients-bulk-delete': { waves: 3, why: 'Which records are still there is read within the tries that remove them together.' },
  'products-bulk-delete': { waves: 3, why: 'Which records are still there is read within the tries that remove them together.' },
  'clients-update': { waves: 3, why: 'Which documents follow the client is read when its change is stored.' },
  'companies-list': { waves: 2, why: 'Which companies there are follows from the memberships of the caller.' },
  'companies-get': { waves: 2, why: 'The state of the connection follows from the organization of the company.' },
  'companies-create': { waves: 3, why: 'What the plan allows follows from the memberships of the caller.' },
  'companies-update': { waves: 3, why: 'As reading the company, then the transaction.' },
  'companies-restore': { waves: 3, why: 'What the plan allows follows from the organization of the company.' },
  'document-series-audit': {
    waves: 2,
    why: 'Which documents to read follows from the register of the series; 25 are read at once.',
  },
  'invoices-submit': {
    waves: 4,
    why: 'The connection follows from the organization of the company. The intent is stored before the upload, its end after it.',
  },
  'attachments-create': { waves: 3, why: 'What the plan allows follows from the organization of the company.' },
  'attachments-start-upload': { waves: 3, why: 'What the plan allows follows from the organization of the company.' },
  'attachments-complete-upload': { waves: 3, why: 'What the plan allows follows from the organization of the company.' },
  'share-view': { waves: 3, why: 'No company is known: the token says whose link it is; then the look is noted.' },
  'share-pdf': { waves: 4, why: 'As looking at a link, and the whole document is read to be printed.' },
  'share-xml': { waves: 3, why: 'As looking at a link.' },
  'invoice-emails-defaults': { waves: 2, why: 'Who the client is follows from the document.' },
  'exports-csv': {
    waves: 3,
    why: 'Which documents the table has follows from the list; the export is counted before it is made.',
  },
  'invoices-upload': { waves: 4, why: 'As submit; a draft is issued first, with one transaction more.' },
  'me-get': { waves: 2, why: 'The organization follows from the memberships of the caller.' },
  'me-update': { waves: 3, why: 'As reading it, then the change.' },
  'members-list': { waves: 3, why: 'Whose accounts to read follows from the members of the organization of the caller.' },
  'members-update': { waves: 4, why: 'The member is looked for in the organization of the caller, then the account behind it.' },
  'members-remove': { waves: 4, why: 'As changing a member.' },
  'invitations-list': { waves: 2, why: 'Which organization it is follows from the memberships of the caller.' },
  'invitations-create': { waves: 3, why: 'What the plan allows follows from the memberships of the caller.' },
  'invitations-cancel': { waves: 3, why: 'The invitation is looked for in the organization of the caller.' },
  'invitations-resend': { waves: 3, why: 'The invitation is looked for in the organization of the caller.' },
  'licensing-create-key': { waves: 3, why: 'What the plan allows follows from the memberships of the caller.' },
  'licensing-list-keys': { waves: 2, why: 'Which organization it is follows from the memberships of the caller.' },
  'licensing-revoke-key': { waves: 3, why: 'The key is looked for in the organization of the caller.' },
  'me-remove': {
    waves: 4,
    why: 'A try is counted before its outcome is told; what is left of the organizations follows from the memberships.',
  },
  'organizations-list': { waves: 2, why: 'Which organizations there are follows from the memberships of the caller.' },
  'taxauth-list-tokens': { waves: 2, why: 'Tokens lie with the organizations, which follow from the memberships of the caller.' },
  'taxauth-status': { waves: 2, why: 'Tokens lie with the organizations, which follow from the memberships of the caller.' },
  'taxauth-save-token': { waves: 3, why: 'Whether the token is there already is asked when its text is known to be one.' },
  'taxauth-remove-token': {
    waves: 4,
    why: 'The token lies with an organization, which follows from the memberships; who loses a connection by it is read then.',
  },
  'taxauth-validate-cif': {
    waves: 5,
    why: 'The token lies with an organization, which follows from the memberships; the authority is asked before the answer is kept.',
  },
  'taxauth-vat-status': { waves: 3, why: 'An answer of the register is kept for others; it is looked for, then written.' },
  'taxauth-create-link': { waves: 3, why: 'At most five links is exact only if they are read within the tries to write.' },
  'taxauth-connect-link': { waves: 3, why: 'No caller is known: the link says whose it is, then the consent is written.' },
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
