import { RECORD_FIELDS } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const words: FieldDescriptions = {
  subject: 'Subject, up to 500 characters, with variables.',
  body: 'Text, up to 50,000 characters: a small subset of Markdown (paragraphs, lists with `-`, bold, italic, links) with variables and conditions. HTML is shown as it is typed.',
};

const category = 'Kind of the documents; by default `invoice`.';
const language = 'Language of the mails; by default `ro`.';
const uuid = 'Id of the template.';

const template: FieldDescriptions = {
  ...words,
  name: 'Name of the template, for people.',
  isDefault: 'Whether mails of this category and language use it. One template of each is the default.',
};

export const emailTemplates: AreaDescriptions = {
  operations: {
    'email-templates-list': {
      description:
        'The templates of mails with documents. A category without Romanian template gets one first, with a built-in text.',
      parameters: { category: 'Only templates of this category.', language: 'Only templates of this language.' },
    },
    'email-templates-create': {
      description: `Adds a template. The first of its category and language becomes their default; a new default takes the place of the old one.

A mail takes \`subject\` and \`body\` from its request, else from the template that the request names, else from the default template of the
category and language, else from a built-in text. 402 if the plan includes no templates; 422 for a 51st template.`,
      responses: { 201: 'The template was added.' },
    },
    'email-templates-update': {
      description: `Changes the fields that are sent, at least one. Category and language cannot be changed. Scheduled mails use the template as it is when
they are sent. 422 for \`isDefault\` false of the default: make another one the default instead.`,
      parameters: { uuid },
    },
    'email-templates-remove': {
      description: `Removes a template. 409 for the last one of its category (\`last_template\`), and for the default (\`default_template\`), unless it is the
only one of a language other than Romanian.`,
      parameters: { uuid },
      responses: { 204: 'The template was removed.' },
    },
    'email-templates-variables': {
      description: `What templates of a category may contain. \`[[name]]\` becomes the value of a variable. \`{if name}…{endif}\` stays where a variable of that
name has a value, or where the condition holds; such blocks are not nested.`,
      parameters: { category },
    },
    'email-templates-preview': `Shows the mail that a subject and a body would make: with the data of a document of the company, or with sample values. For a
document, the permission \`invoice.view\` is needed too (403). 404 for an unknown document; 422 if the text becomes too long.`,
  },
  schemas: {
    EmailTemplate: {
      description: 'A template of mails with documents.',
      fields: { ...RECORD_FIELDS, ...template, category: 'Kind of the documents.', language: 'Language of the mails.' },
    },
    EmailTemplateInput: {
      description: 'Body of a new template.',
      fields: {
        ...template,
        category,
        language,
        isDefault: `${template['isDefault']} By default false, unless it is the first.`,
      },
    },
    EmailTemplateChange: { description: 'Fields of a template to change.', fields: template },
    EmailTemplateVariables: {
      description: 'Variables and conditions of a category.',
      fields: {
        category: 'The category.',
        variables: 'The variables.',
        'variables.name': 'Name of the variable.',
        'variables.placeholder': 'How it is written: `[[name]]`.',
        'variables.description': 'What it stands for.',
        'variables.sample': 'Value in previews without a document.',
        conditions: 'Conditions beside "the variable has a value".',
        'conditions.name': 'Name of the condition.',
        'conditions.placeholder': 'How it is written: `{if name}…{endif}`.',
        'conditions.description': 'When it holds.',
      },
    },
    EmailPreviewRequest: {
      description: 'Texts to preview.',
      fields: {
        ...words,
        category,
        language,
        documentId: 'Id of a document of the category, with whose data the mail is shown; by default sample values.',
      },
    },
    EmailPreview: {
      description: 'A mail as its reader would see it.',
      fields: {
        subject: 'Its subject.',
        html: 'Its text as an HTML page.',
        text: 'Its text as plain text.',
        unknownVariables: 'Names of variables and conditions that do not exist. They stay in the text as they were typed.',
      },
    },
  },
};
