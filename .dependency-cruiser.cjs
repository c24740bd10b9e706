/**
 * Who may import whom. Each row of LAYERS may import the rows above it, and nothing below or beside it: types included, so that the
 * areas form a directed acyclic graph. docs/architecture.md draws it; test/infra/import-rules.test.ts holds the tree against these
 * rules, and each rule against a tree that breaks it.
 */
const LAYERS = [
  // Money, dates, ids, errors, log, clock, and lists of words: nothing of invoicing.
  'base',
  // The nouns, without I/O: documents, lines, VAT, parties, codes, totals.
  'model',
  // AWS, the table, admission, settings, and the shells of endpoints and workers.
  'platform',
  // What leaves the service: files, PDFs, mails, webhooks. Knows no kind of document.
  'output',
  // What the state wants: e-invoices, transport declarations, calls of the tax authority and of registers.
  'authority',
  // The records that documents are made of.
  'records',
  // Who works with them.
  'accounts',
  // The kinds of documents, and what belongs to them.
  'documents',
  // What is put together from all of them.
  'app',
];

/** The areas of the groups, in rows as the groups; `model` has none. */
const AREAS = {
  base: [['vocabulary'], ['kernel']],
  platform: [['aws', 'outbound'], ['store'], ['access'], ['settings'], ['lambda']],
  output: [['files', 'pdf', 'webhooks'], ['mail']],
  authority: [['calls', 'einvoice', 'etransport'], ['registries'], ['taxauth']],
  records: [['catalogue', 'exchange-rates'], ['parties']],
  accounts: [['identity'], ['contact']],
  documents: [
    // What all kinds of documents share.
    ['common'],
    ['lists', 'fiscal'],
    ['payments'],
    ['credit-notes'],
    ['invoices'],
    ['allocations'],
    ['receipts'],
    ['received-sync', 'proformas', 'delivery-notes', 'recurring-invoices', 'client-history', 'purchases'],
    // What goes out automatically about invoices, and what is kept of documents outside of the table.
    ['reminders', 'anchors'],
    ['audit', 'bank-statements', 'deadlines'],
    ['reports'],
    // What a company brings from its earlier program.
    ['imports'],
  ],
  app: [['company-purge'], ['webhooks', 'system', 'pages', 'retention'], ['outbox', 'takeover']],
};

/**
 * Who gives a string the type `CompanyId`, with which all records of a company are read: whoever has the id from something that the
 * service itself has written, and the endpoints' companies that a request names. All other code passes on the one that it was given.
 */
const NAMED_COMPANIES = 'shared/platform/access/named-companies.ts';
const MESSAGES = 'shared/platform/lambda/message.ts';
const SCOPING = [
  NAMED_COMPANIES,
  MESSAGES,
  // The owner in the key of an item.
  'shared/platform/store/table.ts',
  // The company in the token of a tracked mail, which the service itself has made.
  'shared/output/mail/tracking/token.ts',
  // The id of a new company.
  'shared/records/parties/companies/create.ts',
  // Keys of files.
  'infra/restore/numbers.ts',
  // Webhooks that the local service has sent to itself.
  'infra/local/external/webhook-receiver.ts',
];

/** Who reads companies that a request names, and checks access to them. */
const NAMING = [
  'functions/invitations/create.ts',
  'functions/members/update.ts',
  'functions/taxauth/(connect|create-link|save-token).ts',
  'shared/authority/taxauth/connections/(connect|remove-token).ts',
  'shared/platform/lambda/endpoint/steps/admission.ts',
  'shared/records/parties/companies/set-active.ts',
];

/** Where messages of queues and inputs of state machines are described. */
const DESCRIBING_MESSAGES = [
  'functions/(workers|tasks)/.*',
  'shared/app/company-purge/run.ts',
  'shared/app/retention/(run|notice).ts',
  'shared/app/webhooks/deliveries/(again|deliver|discard|publish).ts',
  'shared/documents/anchors/take.ts',
  'shared/documents/delivery-notes/transport/sending/tasks.ts',
  'shared/documents/invoices/received/answers/send.ts',
  'shared/documents/invoices/submission/tasks.ts',
  'shared/documents/reminders/run.ts',
  'shared/output/mail/documents/signals.ts',
];

/** A rule that only these modules may import another. */
const onlyFor = (name, module, importers, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: `^(${importers.join('|')})$` },
  to: { path: `^${module}$` },
});

const rule = (folder, within, allowed, comment) => ({
  name: `layer-${folder}`,
  comment,
  severity: 'error',
  from: { path: `^shared/${folder}/` },
  to: { path: `^shared/${within}(?!(${allowed.join('|')})/)` },
});

const layerRules = LAYERS.map((group, place) =>
  rule(group, '', LAYERS.slice(0, place + 1), `shared/${group} may import only what stands above it in LAYERS.`),
);

const areaRules = Object.entries(AREAS).flatMap(([group, rows]) =>
  rows.flatMap((row, place) =>
    row.map(area =>
      rule(
        `${group}/${area}`,
        `${group}/`,
        [...rows.slice(0, place).flat(), area],
        `Of shared/${group}, ${area} may import only what stands above it in AREAS.`,
      ),
    ),
  ),
);

/** The folders of a group, as a pattern. */
const areasOf = group => (AREAS[group] ? `${group}/(${AREAS[group].flat().join('|')})` : group);

module.exports = {
  forbidden: [
    ...layerRules,
    ...areaRules,
    {
      name: 'every-folder-has-a-layer',
      comment: 'A folder of shared/ that LAYERS or AREAS do not name would escape the rules.',
      severity: 'error',
      from: { path: `^shared/(?!(${LAYERS.map(areasOf).join('|')})/)` },
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
        'Areas may describe queries and what answers hold; statuses, headers and the chain around endpoints and workers are for functions/, ' +
        'and for what several endpoints share (folders `endpoints`), which only functions/ imports.',
      severity: 'error',
      from: { path: '^shared/(?!platform/lambda/|documents/common/endpoints/|app/pages/endpoints/)' },
      to: {
        path: '^shared/(platform/lambda/(endpoint/(answer|defin|idempotency/|steps/)|worker/|shell)|documents/common/endpoints/|app/pages/endpoints/)',
      },
    },
    onlyFor(
      'scopes-at-the-door',
      'shared/platform/store/company-scope.ts',
      SCOPING,
      'A use case takes the `CompanyId` that its caller has, or that of a record or message.',
    ),
    onlyFor(
      'named-companies-at-the-door',
      NAMED_COMPANIES,
      NAMING,
      'Whoever reads a company that a request names checks access to it.',
    ),
    onlyFor(
      'messages-name-companies',
      MESSAGES,
      DESCRIBING_MESSAGES,
      'Only in a message is the id of a company one that the service has written: the body of a request is checked by admission.',
    ),
    {
      name: 'cloud-knows-no-local',
      comment:
        'Only infra/local, infra/cost and infra/game-day (which count and rehearse on it) and tests may know that a system is local.',
      severity: 'error',
      from: { path: '^infra/(?!(local|cost|game-day)/)' },
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
      comment: 'What is deployed or started does not depend on tests.',
      severity: 'error',
      from: { path: '^infra/' },
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
  areas: AREAS,
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
