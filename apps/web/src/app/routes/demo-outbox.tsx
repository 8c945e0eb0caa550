export { DemoOutbox as Route } from '../../features/identity/components/demo-outbox.tsx';
