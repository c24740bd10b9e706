/** The pages of the documentation site, made from Markdown files of the repository. */
export interface Source {
  /** The file, from the root of the repository. */
  file: string;
  /** Where the page is served. */
  path: string;
}

export interface Section {
  title: string;
  pages: readonly Source[];
}

const inFolder = (folder: string, ...names: string[]): Source[] =>
  names.map(name => ({ file: `${folder}/${name}.md`, path: `/${folder}/${name}` }));

const client = (name: string): Source => ({ file: `clients/${name}/README.md`, path: `/docs/clients/${name}` });

export const SECTIONS: readonly Section[] = [
  {
    title: 'Guides',
    pages: inFolder(
      'docs/guides',
      ...['first-invoice', 'authentication', 'idempotency', 'errors', 'credit-notes'],
      ...['delivery-notes', 'closing-a-month', 'closing-a-month.ro', 'webhooks', 'clients', 'sandbox', 'going-live', 'limits'],
    ),
  },
  {
    title: 'Details',
    pages: inFolder('docs', 'http', 'errors', 'permissions', 'webhooks', 'etransport', 'email-templates', 'custom-css'),
  },
  { title: 'Clients', pages: [client('typescript'), client('python'), client('php'), client('cli'), client('mcp')] },
];

export const PAGES: readonly Source[] = SECTIONS.flatMap(({ pages }) => pages);
