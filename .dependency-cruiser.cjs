/**
 * Who may import whom: functions → shared/<area> → shared/store, shared/aws → shared/kernel. test/infra/import-rules.test.ts
 * holds the tree against these rules, and each rule against a tree that breaks it.
 */
module.exports = {
  forbidden: [
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
      name: 'kernel-stands-alone',
      comment: 'Money, dates, ids and errors are imported by all and import nothing of ours.',
      severity: 'error',
      from: { path: '^shared/kernel/' },
      to: { path: '^shared/(?!kernel/)' },
    },
    {
      name: 'store-and-aws-know-no-area',
      comment: 'What stores and sends knows nothing of invoices.',
      severity: 'error',
      from: { path: '^shared/(store|aws)/' },
      to: { path: '^shared/(?!(store|aws|kernel)/)' },
    },
    {
      name: 'repositories-are-private',
      comment: 'Areas meet through use cases and readers, not through what each writes.',
      severity: 'error',
      from: { path: '^shared/([^/]+)/' },
      to: { path: '^shared/[^/]+/repository\\.ts$', pathNot: '^shared/$1/' },
    },
    {
      name: 'use-cases-know-no-lambda',
      comment: 'Areas may describe queries and answers; the chain around endpoints is for functions/.',
      severity: 'error',
      from: { path: '^shared/(?!http/)' },
      to: { path: '^shared/http/(define-|admission|middleware|idempotency|credential|touch-)' },
    },
    {
      name: 'cloud-knows-no-local',
      comment: 'Only infra/local and tests may know that a system is local.',
      severity: 'error',
      from: { path: '^infra/(?!local/)' },
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
      comment: 'Two modules that need each other to load are one, or three.',
      severity: 'error',
      from: { path: '^(functions|shared|infra)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
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
