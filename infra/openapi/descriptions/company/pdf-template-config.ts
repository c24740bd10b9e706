import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const look: FieldDescriptions = {
  templateSlug: 'The template.',
  primaryColor: 'Accent colour as `#rrggbb`; null: that of the template.',
  fontFamily: '`DejaVu Sans`, `Open Sans` or `Inter`; null and other names mean `DejaVu Sans`.',
};

const fields: FieldDescriptions = {
  ...look,
  showLogo: 'Whether the logo of the company is printed. By default true.',
  showBankInfo: 'Whether the bank account is printed. By default true.',
  footerText: 'Text at the end, up to 2,000 characters: a short one at the bottom of every page, a longer one after the content.',
  customCss: 'Style sheet of the company, up to 20,000 characters. It changes how documents look, never what they say.',
};

export const pdfTemplateConfig: AreaDescriptions = {
  operations: {
    'pdf-template-config-get': 'How PDFs of the company look. Before the first change, these are the defaults, with `id` null.',
    'pdf-template-config-update': `Changes the fields that are sent; null sets the default. PDFs that are made from then on look so, also those of documents that
were issued before. 400 for an unknown template, a colour that is not \`#rrggbb\`, and a style sheet that is not allowed: \`details.customCss\`
names each problem with its line. Not allowed are at-rules, \`url()\`, pseudo-elements, attribute selectors, \`!important\`, and what hides or
moves texts.`,
    'pdf-template-config-preview': {
      description: `A sample invoice with the name, the logo and the stored settings of the company, but with the template, colour and font of the body.
Nothing is stored. It is a page without scripts, for a frame of the application.`,
      responses: { 200: 'The page.' },
    },
    'pdf-template-config-templates': {
      description: 'The templates among which a company can choose.',
      fields: {
        slug: 'Name for `templateSlug`.',
        name: 'Name for people.',
        description: 'What it looks like.',
        defaultColor: 'Accent colour if the company sets none, as `#rrggbb`.',
      },
    },
  },
  schemas: {
    PdfTemplateConfig: {
      description: 'How PDFs look.',
      fields: { ...fields, id: 'Id of the settings; null: none are stored yet.' },
    },
    PdfTemplateConfigChange: { description: 'Settings to change.', fields },
    PdfPreview: {
      description: 'What the preview shows; absent or null fields have the default.',
      fields: { ...look, templateSlug: 'The template; by default `classic`.' },
    },
  },
};
