import { ConsentRegister } from '../../features/compliance/components/consent-register.tsx';

/** A creator's register of consents. */
export const Route = () => <ConsentRegister />;
