import { App, type AppProps, CloudFormationValidatePlugin, Validations } from 'aws-cdk-lib';

/**
 * Makes the CDK app. It checks its templates against the rules of CloudFormation only with the context `validate=true`, which
 * `npm run deploy` and CI set: the check takes 7 s for three stages, most of what synthesis needs besides bundling. A finding fails the
 * synthesis (`@aws-cdk/core:validateAgainstDefaultRules` in cdk.json).
 */
export function createApp(props: AppProps = {}): App {
  const app = new App({ ...props, builtinCloudFormationValidation: false });
  if (app.node.tryGetContext('validate') === 'true') Validations.of(app).addPlugins(new CloudFormationValidatePlugin());
  return app;
}
