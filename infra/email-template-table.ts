import { TEMPLATE_CATEGORIES } from '../shared/mail/templates/model.ts';
import { listedNames } from '../shared/mail/templates/variables.ts';
import { table } from './markdown-table.ts';

/** docs/email-templates.md: how templates are written, and the names they may use (shared/mail/templates/variables.ts). */

const namesOf = (category: (typeof TEMPLATE_CATEGORIES)[number]): string => {
  const { variables, conditions } = listedNames(category);
  const rows = [
    ...variables.map(({ placeholder, description, sample }) => [`\`${placeholder}\``, description, sample]),
    ...conditions.map(({ placeholder, description }) => [`\`${placeholder}\``, description, '']),
  ];
  return `## \`${category}\`\n\n${table(['Name', 'Stands for', 'Sample'], rows)}\n`;
};

/** The whole document. */
export const emailTemplateDocument = (): string => `# Email templates

Made by \`npm run docs\` from \`shared/mail/templates/variables.ts\`; a test keeps it so. The API answers the same at
\`GET /api/v1/email-templates/variables\`, and \`POST /api/v1/email-templates/preview\` shows what a mail would be.

A body is light markdown: paragraphs, line breaks, lists with \`-\`, \`**bold**\`, \`*italic*\`, \`[text](https://…)\`. Everything else is
text; no HTML gets through. \`[[name]]\`, or \`{name}\`, is replaced by its value, which stays text whatever it holds. A name that nobody
knows stays as it is typed, and so does one with a backslash before it. \`{if name}…{endif}\` stays where the variable has a value, or
where the condition below holds; blocks are not nested. Amounts are written \`1,190.00 RON\`, dates \`dd.mm.yyyy\`, in every language.

A send call takes its own \`subject\` and \`body\`, else the template that \`templateId\` names, else the default template of the
company for the category and \`language\`, else our own words in that language. Invoices that are cancelled, reverse another or are
self-billed go with words of their own unless a template is named. Mails that were sent do not change with their template; scheduled
ones take the words of the moment at which they are sent.

${TEMPLATE_CATEGORIES.map(namesOf).join('\n')}`;
