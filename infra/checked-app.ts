import { App, type AppProps, CloudFormationValidatePlugin, Validations } from 'aws-cdk-lib';

/**
 * A CDK app that checks its templates against the rules of CloudFormation only when the context `validate` says so: `npm run deploy` and CI
 * ask for it. It takes some 7 s for three stages, most of what `cdk synth` needs besides bundling. A finding fails the synthesis: cdk.json
 * sets `@aws-cdk/core:validateAgainstDefaultRules`.
 */
export function checkedApp(props: AppProps = {}): App {
  const app = new App({ ...props, builtinCloudFormationValidation: false });
  if (app.node.tryGetContext('validate') === 'true') Validations.of(app).addPlugins(new CloudFormationValidatePlugin());
  return app;
}
