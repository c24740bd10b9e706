import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const ASKED = `The tax authority is asked: 429 with \`retryAfter\` when its limits are used up, 503 if it cannot be reached.`;

const CONNECT = `403 without access to the company, or without the permission \`efactura.submit\` in its organization.`;

const companyId =
  'Id of the company to connect. Without it, the token is saved for the current organization and connects no company yet.';
const linkToken = 'Token of the link.';

const link: FieldDescriptions = {
  linkToken: 'Token of the link, 64 hexadecimal digits.',
  url: 'Address to give to the holder of the certificate.',
  expiresAt: 'Until when the link can be used.',
};

export const taxauth: AreaDescriptions = {
  operations: {
    'taxauth-status': 'How many access tokens the caller has, in all organizations, and whether one has not expired.',
    'taxauth-list-tokens': 'The access tokens that the caller saved, without their values, which are never shown.',
    'taxauth-save-token': {
      description: `Saves an access token of the tax authority. It is stored encrypted, belongs to the caller, and connects the companies of the
organization whose tax numbers are among its \`validatedCifs\`. With \`companyId\`, the authority is asked whether the token gives access to the
tax number of the company, which is then the first of them.

- 400 for a token that is ill-formed, has expired, or is not accepted by the authority.
- ${CONNECT}
- 422 for a token that is saved already or has no access to the tax number.
- ${ASKED}`,
      responses: { 201: 'The token is saved.' },
    },
    'taxauth-remove-token': {
      description: `Removes an access token. Companies that no other valid token connects are no longer synchronized (\`syncEnabled\` false). Needs a login:
an API token answers 403. So does a token of another member of the organization.`,
      parameters: { id: 'Id of the token.' },
      responses: { 204: 'The token is removed.' },
    },
    'taxauth-validate-cif': {
      description: `Asks the tax authority whether a token gives access to a tax number. If so, the number is added to its \`validatedCifs\`, if not, it is
removed from them. Needs a login: an API token answers 403.

400 without a tax number, and for a token that the authority does not accept; 403 for a token of another member. ${ASKED}`,
      parameters: { id: 'Id of the token.' },
      fields: {
        valid: 'Whether the token gives access to the tax number.',
        cif: 'The tax number, digits only.',
        errors:
          'Why not, for people: the organization has no such company that the caller has access to, the company register does not know the number, or the authority gives no access. Empty if valid.',
      },
    },
    'taxauth-connect': {
      description: `Begins the consent of the caller: redirects to the tax authority, where the caller identifies with a certificate. From there the
browser returns to \`/api/connect/taxauth/callback\` within ten minutes, and the token is saved for the caller. ${CONNECT} 503 if no OAuth client is
configured.`,
      parameters: { companyId },
      responses: { 302: 'To the page of the tax authority.' },
    },
    'taxauth-connect-callback': {
      description: `Ends a consent: exchanges the code for a token and saves it, as \`POST /api/v1/taxauth/tokens\` does, then redirects to the page
\`/settings/taxauth\` of the application. Its parameter \`status\` says how it ended: \`connected\`; \`denied\`: consent was refused; \`invalid\`:
the consent is unknown, used or older than ten minutes; \`failed\`: the token could not be fetched or saved.`,
      parameters: {
        state: 'Names the consent, which is valid once.',
        code: 'Code of the tax authority; absent if consent was refused.',
      },
      responses: { 302: 'To the application, with the outcome.' },
    },
    'taxauth-connect-link': {
      description: `Begins a consent by a link: redirects its visitor to the tax authority. The token is saved for the user who made the link, which is
used up only then. 404 for an unknown link, 409 with reason \`link_used\` for one that was used, 410 for one that has expired; 503 if no OAuth
client is configured.`,
      parameters: { linkToken },
      responses: { 302: 'To the page of the tax authority.' },
    },
    'taxauth-create-link': {
      description: `Makes a link by which somebody else, who holds the certificate, connects a company. It is valid for 24 hours and used up by the first
token that is saved. ${CONNECT} 429 for a sixth active link.`,
      responses: { 201: 'The link was made.' },
    },
    'taxauth-list-links':
      'The links of the caller that are neither used nor expired, oldest first. The tokens are shown to a login only: for an API token `linkToken` and `url` end with `…`, and open nothing.',
    'taxauth-get-link': {
      description: 'Whether a link was used. Until 30 days after its expiry; then 404.',
      parameters: { linkToken },
    },
    'taxauth-vat-status': {
      description: `What the public register says of a tax number today; an answer is kept for a day. 400 unless it has 1 to 10 digits, 404 if it is unknown,
503 if the register cannot be reached or none is connected.`,
      parameters: { cif: 'The tax number; characters other than digits are ignored.' },
    },
  },
  schemas: {
    TaxauthConnection: {
      description: 'Access tokens of the caller in short.',
      fields: {
        tokenCount: 'Number of tokens.',
        hasValidToken: 'Whether one has not expired.',
        tokens: 'The tokens.',
        'tokens.cif': 'The first tax number that the token gives access to; null: none yet.',
        'tokens.expiresAt': 'When the token expires.',
        'tokens.isValid': 'Whether it has not expired.',
      },
    },
    TaxauthToken: {
      description: 'An access token of the tax authority, without its value.',
      fields: {
        id: 'Id of the token.',
        uuid: 'The same as `id`.',
        label: 'Its name, for people.',
        cif: 'The first of `validatedCifs`; null: none yet.',
        validatedCifs: 'Tax numbers, digits only, for which the authority confirmed that the token gives access.',
        expiresAt: 'When the token expires.',
        isValid: 'Whether it has not expired.',
        lastUsedAt: 'When it was last used; null: never.',
        createdAt: 'When it was saved.',
        updatedAt: 'When it was last changed.',
      },
    },
    TaxauthTokenInput: {
      description: 'An access token to save.',
      fields: {
        token: 'The token, 10 to 8,192 characters. Required.',
        label: 'Name of the token, for people.',
        companyId,
        expiresInDays: 'Days until it expires, by default 90; only for a token that is no JWT with the claim `exp`.',
      },
    },
    CifCheck: {
      description: 'The tax number to check.',
      fields: { cif: 'Tax number, with or without `RO`; by default that of the company of `X-Company`.' },
    },
    TaxauthLinkInput: { description: 'Body of a new link.', fields: { companyId } },
    CreatedTaxauthLink: { description: 'A new link.', fields: { ...link, linkUrl: 'The same as `url`.' } },
    TaxauthLink: {
      description: 'An active link.',
      fields: {
        ...link,
        companyId: 'Id of the company that it connects; null: none.',
        createdAt: 'When the link was made.',
      },
    },
    TaxauthLinkStatus: {
      description: 'State of a link.',
      fields: {
        status: 'State of the link.',
        tokenId: 'Id of the access token that was saved by it; null: none yet.',
        expiresAt: 'Until when the link can be used.',
      },
    },
    VatStatus: {
      description: 'What the public register says of a tax number.',
      fields: {
        name: 'Name of the company.',
        vatPayer: 'Whether it is registered for VAT.',
        vatOnCollection: 'Whether it pays VAT when it is paid ("TVA la încasare").',
      },
    },
  },
};
