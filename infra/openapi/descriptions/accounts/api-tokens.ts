import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const token: FieldDescriptions = {
  id: 'Id of the API token.',
  name: 'Its name, for people.',
  tokenPrefix: 'The first characters of the token, by which to recognize it.',
  scopes: 'Permissions that the token has.',
  lastUsedAt: 'When the token was last used; null: never.',
  expireAt: 'Until when the token is valid; null: until it is revoked.',
  revokedAt: 'When the token was revoked; null: not.',
  createdAt: 'When the token was created.',
};

const SESSION = 'Needs a login: an API token cannot do it.';
const FRESH = `A login more than 10 minutes ago does not suffice: then send \`password\` (403 with reason \`proof_required\` without it, 422 for a wrong
one, 429 after too many attempts). A mail tells of it.`;
const password = 'Password of the caller, if the login is older than 10 minutes.';
const OWN = "403 for another member's token.";

const details: FieldDescriptions = {
  name: 'Name of the token, for people.',
  scopes: 'Permissions that the token has. Those that you do not have yourself are refused.',
};

const expiry = 'Until when the token is valid, in the future; by default until it is revoked.';

export const apiTokens: AreaDescriptions = {
  operations: {
    'api-tokens-create': {
      description: `Makes an API token of the caller for the current organization. Only this answer contains the token itself. ${SESSION}
${FRESH}`,
      responses: { 201: 'The token was created.' },
    },
    'api-tokens-list': 'All API tokens, also expired and revoked ones, newest first.',
    'api-tokens-scopes': {
      description: 'All permissions that the caller has in the current organization.',
      fields: {
        scopes: 'The permissions.',
        'scopes.value': 'Name of the permission, to be sent in `scopes`.',
        'scopes.label': 'The same as `value`.',
        'scopes.category': 'What it is about: the part of the name before the dot.',
      },
    },
    'api-tokens-update': {
      description: `Changes the fields that are sent, at least one. The expiry cannot be changed. ${SESSION} ${OWN}
For more scopes than before: ${FRESH} 409 for scopes when another request has changed them just now.`,
      parameters: { uuid: 'Id of the API token.' },
    },
    'api-tokens-rotate': {
      description: `Revokes an API token and makes another with the same name, scopes and expiry. Only this answer contains the new token itself.
409 for a token that is revoked or expired. ${SESSION} ${OWN}
${FRESH}`,
      parameters: { uuid: 'Id of the API token.' },
      responses: { 201: 'The new token.' },
    },
    'api-tokens-revoke-all': {
      description: `Revokes all API tokens of the caller, of all organizations, at once and permanently. ${SESSION}`,
      responses: { 204: 'The tokens are revoked.' },
    },
    'api-tokens-revoke': {
      description: `Ends the validity of an API token at once and permanently. A token that is revoked already stays as it is. ${SESSION} ${OWN}`,
      parameters: { uuid: 'Id of the API token.' },
      responses: { 204: 'The token is revoked.' },
    },
  },
  schemas: {
    ApiToken: { description: 'An API token, without the token itself.', fields: token },
    CreatedApiToken: {
      description: 'A new API token.',
      fields: { ...token, token: 'The token itself, for the `Authorization` header, without a prefix. It is shown only now.' },
    },
    ApiTokenInput: {
      description: 'Body of a new API token.',
      fields: { ...details, password, expiresAt: expiry, expireAt: 'The same as `expiresAt`, which wins if both are sent.' },
    },
    ApiTokenChange: { description: 'Fields of an API token to change.', fields: { ...details, password } },
  },
};
