import type { AreaDescriptions } from '../model.ts';

const lang = 'Language of the page: `ro`, `en`, `de` or `fr`; otherwise the one that `Accept-Language` prefers.';
const responses = { 200: 'The page.' };

export const pages: AreaDescriptions = {
  operations: {
    'pages-home': {
      description: 'Says that the service is used by programs, and links to the description of its API.',
      parameters: { lang },
      responses,
    },
    'pages-confirm-email': {
      description: `To this page the confirmation mail leads, unless the operator has an application with such a page. The token is in the fragment of the
address (\`#token=…\`), which browsers do not send; the page sends it to \`POST /api/auth/confirm-email\` when its button is pressed.`,
      parameters: { lang },
      responses,
    },
    'pages-reset-password': {
      description: `To this page the mail about a forgotten password leads, unless the operator has an application with such a page. The token is in the
fragment of the address (\`#token=…\`), which browsers do not send; the page sends it with the new password to \`POST /api/auth/reset-password\`.`,
      parameters: { lang },
      responses,
    },
    'pages-taxauth-link': {
      description:
        'To this page a consent at the tax authority returns, unless the operator has an application with such a page.',
      parameters: {
        lang,
        status: 'How the consent ended: `connected`, `denied`, `invalid` or `failed`. Other values count as `invalid`.',
      },
      responses,
    },
  },
};
