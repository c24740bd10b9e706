import tseslint from 'typescript-eslint';

const CAST = {
  selector: "TSAsExpression[typeAnnotation.typeName.name='CompanyId']",
  message: 'Take the CompanyId of a record, message or caller: .dependency-cruiser.cjs says who may make one.',
};

// Formatting is prettier's; types are tsc's; promises, which need types, are oxlint's (.oxlintrc.json), which checks them in a sixth of the
// time. What stays here is what none of them sees: stray time sources, loose `any`, imports that a layer may not have.
export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'cdk.out',
      '**/dist',
      '.local',
      '**/.cache',
      // Compiled beside what generators make.
      'tools/generators/flows',
      '*.config.*',
      '.*.cjs',
      'test/long/deployed/load-chunks.js',
      'test/long/deployed/worker.js',
      'infra/local/console/*.js',
      'infra/docs-site/reference.js',
      'clients/typescript/src/schema.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // `import { type A }` would still load the module: a start would make schemas that it does not use.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    // The program asks kernel/clock.ts for the time, so that the local clock reaches every timer and expiry.
    files: ['shared/**/*.ts', 'functions/**/*.ts'],
    ignores: ['shared/base/kernel/clock.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        CAST,
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'Use now() of kernel/clock.ts.',
        },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Use now() of kernel/clock.ts.' },
        { selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']", message: 'Use node:crypto.' },
        // In a deployed function the bundler has shortened the names of classes, and state machines match errors by name.
        {
          selector: "MemberExpression[object.type='MetaProperty'][property.name='name']",
          message: 'Write the name as a string: deployed classes have other names.',
        },
        {
          selector: "MemberExpression[object.property.name='constructor'][property.name='name']",
          message: 'Write the name as a string: deployed classes have other names.',
        },
        {
          selector:
            "ClassDeclaration[superClass.name=/Error$/][abstract!=true]:not(:has(PropertyDefinition[key.name='name'][value.type='Literal'])):not(:has(AssignmentExpression[left.object.type='ThisExpression'][left.property.name='name'][right.type='Literal']))",
          message: "An error gives itself a name that deployed code keeps: override name = '…'.",
        },
      ],
    },
  },
  {
    files: ['shared/**/*.ts', 'functions/**/*.ts'],
    ignores: ['shared/platform/aws/environment.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message:
            'Settings are read by setting() of settings/settings.ts, what the stack sets by environment() of aws/environment.ts.',
        },
      ],
      'no-restricted-imports': ['error', { name: 'node:process', importNames: ['env'], message: 'As for process.env.' }],
    },
  },
  { files: ['infra/**/*.ts', 'test/**/*.ts'], rules: { 'no-restricted-syntax': ['error', CAST] } },
  { files: ['clients/**/*.ts', 'infra/**/*.ts', 'test/**/*.ts', 'tools/**/*.ts'], rules: { 'no-console': 'off' } },
);
