import { keepTexts } from '@tallystick/schema/described'

/** To be imported before any schema. */

keepTexts()
