/**
 * Who may import whom. Each row of LAYERS may import the rows above it, and nothing below or beside it: types included, so that the
 * areas form a directed acyclic graph. docs/architecture.md draws it; test/infra/import-rules.test.ts holds the tree against these
 * rules, and each rule against a tree that breaks it.
 */
const LAYERS = [
  // Words that stand in more than one place, each in one table: plain data.
  ['vocabulary'],
  // Money, dates, ids, errors, log, clock: nothing of invoicing.
  ['kernel'],
  // The nouns, without I/O: documents, lines, VAT, parties, codes, totals.
  ['model'],
  ['aws'],
  ['store'],
  // Reads of accounts, memberships and companies, on which admission decides.
  ['access'],
  // What a deployer may set.
  ['settings'],
  // Answers of other systems, read within limits.
  ['outbound'],
  // Calls of the tax authority, each counted before it is made.
  ['authority'],
  // Endpoints, workers, limits.
  ['lambda'],
  // Services that know no kind of document.
  ['files', 'pdf', 'webhooks'],
  ['mail', 'einvoice', 'etransport', 'registries'],
  // The records that documents are made of, and who works with them.
  ['catalogue', 'taxauth', 'exchange-rates'],
  ['parties', 'identity'],
  ['contact', 'webhook-delivery', 'system'],
  // What all kinds of documents share.
  ['documents'],
  ['lists'],
  // The kinds of documents, and what belongs to them.
  ['payments'],
  ['credit-notes'],
  ['invoices'],
  ['inbound-sync'],
  ['proformas'],
  ['delivery-notes'],
  ['recurring-invoices'],
  // What people see in a browser who have no account, or are not signed in.
  ['pages'],
  // What goes out by itself about invoices, and what is kept of documents outside of the table.
  ['reminders', 'company-purge', 'anchors'],
  // What is put together from all areas.
  ['outbox', 'client-history', 'audit', 'takeover'],
];

const layerRules = LAYERS.flatMap((layer, place) =>
  layer.map(area => {
    const allowed = [...LAYERS.slice(0, place).flat(), area].map(name => `${name}/`);
    return {
      name: `layer-${area}`,
      comment: `shared/${area} may import only what stands above it in LAYERS.`,
      severity: 'error',
      from: { path: `^shared/${area}/` },
      to: { path: `^shared/(?!${allowed.join('|')})` },
    };
  }),
);

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'every-folder-has-a-layer',
      comment: 'A folder of shared/ that LAYERS does not name would escape the rules.',
      severity: 'error',
      from: { path: `^shared/(?!(${LAYERS.flat().join('|')})/)` },
      to: {},
    },
    {
      name: 'functions-import-shared-only',
      comment: 'A function parses, calls one use case and presents; what two functions share belongs into shared/.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^(functions|infra|test)/' },
    },
    {
      name: 'shared-knows-no-outside',
      comment: 'The program knows neither its entry points nor what it is deployed with.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(functions|infra|test)/' },
    },
    {
      name: 'use-cases-know-no-lambda',
      comment:
        'Areas may describe queries and what answers hold; statuses, headers and the chain around endpoints and workers are for functions/.',
      severity: 'error',
      from: { path: '^shared/(?!lambda/)' },
      to: { path: '^shared/lambda/(endpoint/(answer|defin|idempotency/|steps/)|worker/|time-limit)' },
    },
    {
      name: 'cloud-knows-no-local',
      comment: 'Only infra/local, infra/cost (which counts on it) and tests may know that a system is local.',
      severity: 'error',
      from: { path: '^infra/(?!(local|cost)/)' },
      to: { path: '^infra/local/' },
    },
    {
      name: 'local-knows-no-cloud',
      comment: 'The local runtime starts without the CDK.',
      severity: 'error',
      from: { path: '^infra/local/' },
      to: { path: ['^infra/(stacks|bundle)/', 'node_modules/(aws-cdk-lib|constructs)/'] },
    },
    {
      name: 'product-knows-no-test',
      comment: 'Pages of docs/ tell of tests too; who writes them is no part of what is deployed or started.',
      severity: 'error',
      from: { path: '^infra/', pathNot: '^infra/docs\\.ts$' },
      to: { path: '^test/' },
    },
    {
      name: 'what-is-deployed-is-a-dependency',
      comment: 'A package that code of functions/ or shared/ runs stands in `dependencies`; types alone may come from elsewhere.',
      severity: 'error',
      from: { path: '^(functions|shared)/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'],
        dependencyTypesNot: ['type-only'],
        // The types of Lambda's events; there is no package behind them.
        pathNot: '^aws-lambda$',
      },
    },
    {
      name: 'no-circles',
      comment: 'Two modules that need each other, be it for a type, are one, or three.',
      severity: 'error',
      from: { path: '^(functions|shared|infra)/' },
      to: { circular: true },
    },
  ],
  layers: LAYERS,
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'require', 'default', 'types'],
    },
  },
};
