import { ClassificationRegister } from '../../features/compliance/components/classification-register.tsx';

/** A creator's register of classifications. */
export const Route = () => <ClassificationRegister />;
