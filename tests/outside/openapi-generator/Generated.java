// In place of the annotations of Java 8, of which the Java client carries one on each class.
package javax.annotation;

public @interface Generated {
    String[] value();

    String date() default "";

    String comments() default "";
}
