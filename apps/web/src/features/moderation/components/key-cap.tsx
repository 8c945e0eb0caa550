export { KeyCap } from '../../../components/ui/key-cap.tsx';
